(* Binairo: as many 1s as 2s in each row and each column, and never three equal ones in a row.
   Two lines may be equal.

   The text: "binairo ROWS COLUMNS", and for each cell 1, 2 or "-"; both sides are even. *)
From Coq Require Import ZArith String List.
From Coversat Require Import Rules Text Boards.
Import ListNotations.
Local Open Scope nat_scope.

Definition one_or_two (word : string) : option nat := let* n := number_of word in when ((1 <=? n) && (n <=? 2))%bool then Some n.

Fixpoint threes (line : list cell) : list (list cell) :=
  match line with
  | a :: rest => match rest with b :: c :: _ => [a; b; c] :: threes rest | _ => [] end
  | [] => []
  end.
Definition line_rules (line : list cell) : list rule :=
  exactly (length line / 2) line :: map (fun three => Count three [1%Z] [1; 2]%Z) (threes line).

Definition read (text : string) : option puzzle :=
  let* (R, C, board) := board_of_words "binairo" (or_blank "-" one_or_two) text in
  when (Nat.even R && Nat.even C)%bool then
  Some {|
    domains := grid R C (fun r c => (cell_at C r c, may_hold [1; 2]%Z (look_at None board r c)));
    shown := cells R C;
    rules := flat_map line_rules (rows R C ++ columns R C)
  |}.
