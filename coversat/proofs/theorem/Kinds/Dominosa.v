(* Dominosa: a board of numbers from 0 to n, n + 1 rows of n + 2, is covered by the dominoes of a set, each of them
   once: those with two numbers from 0 to n.

   The text: "dominosa N", and a line for each row: a character for each cell (0 to 9, then A for 10 and so on), or
   numbers with spaces between. A line to the next cell holds 1 if a domino lies there. *)
From Coq Require Import ZArith String List.
From Coversat Require Import Rules Text Boards Kinds.Latin.
Import ListNotations.
Local Open Scope nat_scope.

Definition dominosa_row (columns : nat) (words : list string) : option (list nat) :=
  match words with
  | [word] => all sign_of (map one_word (characters word))
  | _ => all number_of words
  end.

Section Board.
  Context (n : nat) (board : list (list nat)).
  Let R := n + 1.
  Let C := n + 2.

  (* The lines where a domino shows [a] and [b]. *)
  Definition shows (a b : nat) (r c r' c' : nat) : bool :=
    let v := look_at 0 board r c in let w := look_at 0 board r' c' in
    ((v =? a) && (w =? b) || (v =? b) && (w =? a))%bool.
  Definition places (a b : nat) : list cell :=
    concat (grid R (C - 1) (fun r c => if shows a b r c r (c + 1) then [right_line C 0 r c] else [])) ++
    concat (grid (R - 1) C (fun r c => if shows a b r c (r + 1) c then [down_line R C 0 r c] else [])).

  Definition dominosa : puzzle :=
    let lines := map fst (edges R C 0) in
    {| domains := map (fun c => (c, [0; 1]%Z)) lines;
       shown := lines;
       rules := grid R C (fun r c => exactly 1 (lines_at R C 0 r c)) ++
                flat_map (fun a => map (fun b => exactly 1 (places a b)) (seq a (n + 1 - a))) (below (n + 1)) |}.
End Board.

Definition read (text : string) : option puzzle :=
  match headed "dominosa" text with
  | Some ([n], lines) =>
      let* board := all (dominosa_row (n + 2)) lines in
      when (is_board (n + 1) (n + 2) board && forallb (forallb (fun v => v <=? n)) board && (1 <=? n))%bool then Some (dominosa n board)
  | _ => None
  end.
