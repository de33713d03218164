(* Masyu: draw one loop through the centres of cells that passes every circle. At a black circle it turns, and goes
   straight through the cells before and after; at a white circle it goes straight, and turns in the cell before or
   after.

   The text: "masyu ROWS COLUMNS", and for each cell "b" (black), "w" (white) or "-". *)
From Coq Require Import ZArith String List.
From Coversat Require Import Rules Text Boards.
Import ListNotations.
Local Open Scope nat_scope.

Inductive circle := Black | White.
Definition read_circle (word : string) : option circle :=
  if String.eqb word "b" then Some Black else when (String.eqb word "w") then Some White.

(* Of two lines: if the first is drawn, the second is; and both are drawn or none. *)
Definition if_drawn (a b : cell) : rule := Table [a; b] [[0; 0]; [0; 1]; [1; 1]]%Z.
Definition both_or_none (a b : cell) : rule := Table [a; b] [[0; 0]; [1; 1]]%Z.

(* [one] and [other] are the lines from a cell in two opposite directions: the first, and the one that goes on straight, as
   far as they are on the board. *)
Definition turns (one other : list cell) : list rule :=
  (* one line in one of both directions, which goes on straight *)
  let straight arm := match arm with
                      | [near; far] => [if_drawn near far]
                      | [near] => [exactly 0 [near]]
                      | _ => []
                      end in
  exactly 1 (firstn 1 one ++ firstn 1 other) :: straight one ++ straight other.

Definition straight (one other : list cell) : list rule :=
  match one, other with
  | a :: far_a, b :: far_b =>
      (* both or none; and the lines do not go on straight on both sides *)
      both_or_none a b ::
      match far_a, far_b with [c], [d] => [Count [a; c; d] [1%Z] [0; 1; 2]%Z] | _, _ => [] end
  | _, _ => map (fun line => exactly 0 [line]) (firstn 1 one ++ firstn 1 other)      (* at the border *)
  end.

Section Board.
  Context (R C : nat) (board : list (list (option circle))).
  Definition up r c := lines_up R C 0 r c ++ match r with 0 => [] | S r => lines_up R C 0 r c end.
  Definition down r c := match lines_down R C 0 r c with [] => [] | near => near ++ lines_down R C 0 (r + 1) c end.
  Definition left r c := lines_left C 0 r c ++ match c with 0 => [] | S c => lines_left C 0 r c end.
  Definition right r c := match lines_right C 0 r c with [] => [] | near => near ++ lines_right C 0 r (c + 1) end.

  Definition circle_rules (r c : nat) : list rule :=
    match look_at None board r c with
    | Some Black => turns (up r c) (down r c) ++ turns (left r c) (right r c)
    | Some White => straight (up r c) (down r c) ++ straight (left r c) (right r c) ++ [exactly 2 (lines_at R C 0 r c)]
    | None => []
    end.

  Definition masyu : puzzle :=
    let lines := edges R C 0 in
    {| domains := map (fun e => (fst e, [0; 1]%Z)) lines;
       shown := map fst lines;
       rules := everywhere R C circle_rules ++ [Loop lines] |}.
End Board.

Definition read (text : string) : option puzzle :=
  let* (R, C, board) := board_of_words "masyu" (or_blank "-" read_circle) text in Some (masyu R C board).
