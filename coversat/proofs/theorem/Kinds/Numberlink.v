(* Numberlink: connect equal numbers, each of which stands in two cells, by lines through the centres of cells.
   Lines do not meet; not every cell has to be on a line.

   The text: "numberlink ROWS COLUMNS", and for each cell a number from 1 on, or "-". Helpers say on which number's
   line a cell may be, in binary: the numbers are counted from 0 by their first cells, and for each bit there is a
   board. *)
From Coq Require Import ZArith String Bool List.
From Coversat Require Import Rules Text Boards.
Import ListNotations.
Local Open Scope nat_scope.

Definition number_from_1 (word : string) : option nat := let* n := number_of word in when (1 <=? n) then Some n.

Fixpoint pairs_of {A} (l : list A) : list (A * A) :=
  match l with [] => [] | x :: rest => map (pair x) rest ++ pairs_of rest end.
Fixpoint position (n : nat) (l : list nat) : nat :=
  match l with [] => 0 | x :: rest => if x =? n then 0 else S (position n rest) end.

Section Board.
  Context (R C : nat) (board : list (list (option nat))).
  Let number r c := look_at None board r c.
  Definition found : list nat := concat (grid R C (fun r c => match number r c with Some n => [n] | None => [] end)).
  (* In the order of their first cells. *)
  Definition different_numbers : list nat := rev (nodup Nat.eq_dec (rev found)).
  Definition in_pairs : bool := forallb (fun n => length (filter (Nat.eqb n) found) =? 2) found.

  Definition bits : list nat :=
    match length different_numbers - 1 with 0 => [] | last => below (S (Nat.log2 last)) end.
  Definition helper (bit : nat) (c : cell) : cell :=
    (Pos.of_nat (R * (C - 1) + (R - 1) * C + bit * (R * C)) + c)%positive.

  (* One line leaves a number, and none or two lines meet at another cell. *)
  Definition at_cell (r c : nat) : list rule :=
    let lines := lines_at R C 0 r c in
    match number r c with
    | Some n =>
        let code := position n different_numbers in
        exactly 1 lines :: map (fun bit => exactly (if Nat.testbit code bit then 1 else 0) [helper bit (cell_at C r c)]) bits
    | None => [Count lines [1%Z] [0; 2]%Z]
    end.
  (* The cells of a line have the same number. *)
  Definition same_number (e : edge) : list rule :=
    let '(line, (p, q)) := e in
    map (fun bit => Table [line; helper bit p; helper bit q]
      [[0; 0; 0]; [0; 0; 1]; [0; 1; 0]; [0; 1; 1]; [1; 0; 0]; [1; 1; 1]]%Z) bits.
  (* Every line is connected with one that leaves a number; without numbers there are no lines. *)
  Definition from_the_ends : list rule :=
    let lines := map fst (edges R C 0) in
    let meeting := flat_map pairs_of (grid R C (lines_at R C 0)) in
    let ends := concat (grid R C (fun r c => match number r c with Some _ => lines_at R C 0 r c | None => [] end)) in
    match found with
    | [] => map (fun line => exactly 0 [line]) lines
    | _ => [Rooted lines [1%Z] meeting ends None]
    end.

  Definition numberlink : puzzle :=
    let lines := map fst (edges R C 0) in
    let helpers := flat_map (fun bit => map (helper bit) (cells R C)) bits in
    {| domains := map (fun c => (c, [0; 1]%Z)) (lines ++ helpers);
       shown := lines;
       rules := everywhere R C at_cell ++ flat_map same_number (edges R C 0) ++ from_the_ends |}.
End Board.

Definition read (text : string) : option puzzle :=
  let* (R, C, board) := board_of_words "numberlink" (or_blank "-" number_from_1) text in
  when (in_pairs R C board) then Some (numberlink R C board).
