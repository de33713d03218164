(* Shikaku: divide the board into rectangles, each with one number, which is its area.

   The text: "shikaku ROWS COLUMNS", and for each cell its number, "?" for a rectangle of any area, or "-". Each
   cell holds the position, from 1 in reading order, of the number of its rectangle. *)
From Coq Require Import ZArith String Bool List.
From Coversat Require Import Rules Text Boards.
Import ListNotations.
Local Open Scope nat_scope.

Inductive clue := Any | Area (n : nat).
Definition read_clue (word : string) : option clue :=
  if String.eqb word "?" then Some Any else let* n := number_of word in when (1 <=? n) then Some (Area n).

Section Board.
  Context (R C : nat) (board : list (list (option clue))).
  Definition clues : list (nat * nat * clue) :=
    concat (grid R C (fun r c => match look_at None board r c with Some one => [(r, c, one)] | None => [] end)).
  Definition has_area (one : clue) (area : nat) : bool := match one with Any => true | Area n => area =? n end.
  Definition inside (top left high wide : nat) (r c : nat) : bool :=
    (top <=? r) && (r <? top + high) && (left <=? c) && (c <? left + wide).

  (* The rectangles of the area of a number that contain it and no other. *)
  Definition rectangles (clues : list (nat * nat * clue)) (number : nat * nat * clue) : list (list cell) :=
    let '(r, c, one) := number in
    flat_map (fun high => flat_map (fun wide =>
      if has_area one (high * wide) then
        concat (grid (R - high + 1) (C - wide + 1) (fun top left =>
          if inside top left high wide r c &&
             Nat.eqb (length (filter (fun other => let '(r, c, _) := other in inside top left high wide r c) clues)) 1
          then [grid high wide (fun down right => cell_at C (top + down) (left + right))] else []))
      else []) (seq 1 C)) (seq 1 R).

  Definition member (cells : list cell) (c : cell) : bool := existsb (Pos.eqb c) cells.
  Definition numbered (clues : list (nat * nat * clue)) : list (nat * list (list cell)) :=
    combine (seq 1 (length clues)) (map (rectangles clues) clues).

  (* The cells that hold [k] are those of one of the rectangles. *)
  Definition one_rectangle (k : nat) (those : list (list cell)) : rule :=
    let candidates := nodup Pos.eq_dec (concat those) in
    Or (map (fun rectangle =>
      [Count rectangle [Z.of_nat k] [Z.of_nat (length rectangle)];
       Count (filter (fun c => negb (member rectangle c)) candidates) [Z.of_nat k] [0%Z]]) those).

  Definition may_own (numbered : list (nat * list (list cell))) (c : cell) : list Z :=
    map (fun one => Z.of_nat (fst one)) (filter (fun one => existsb (fun rectangle => member rectangle c) (snd one)) numbered).

  Definition shikaku : puzzle :=
    let numbered := numbered clues in
    {| domains := map (fun c => (c, may_own numbered c)) (cells R C);
       shown := cells R C;
       rules := map (fun one => one_rectangle (fst one) (snd one)) numbered |}.
End Board.

Definition read (text : string) : option puzzle :=
  let* (R, C, board) := board_of_words "shikaku" (or_blank "-" read_clue) text in Some (shikaku R C board).
