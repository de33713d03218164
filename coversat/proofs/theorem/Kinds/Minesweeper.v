(* Minesweeper: a number says how many of the up to eight cells around it have a mine; its own cell has none.

   The text: "minesweeper ROWS COLUMNS", perhaps with the number of all mines, and for each cell a number from 0 to
   8, "#" for a cell without a mine, or "-". Mines hold 1. *)
From Coq Require Import ZArith String List.
From Coversat Require Import Rules Text Boards.
Import ListNotations.
Local Open Scope nat_scope.

Inductive square := Open | Clue (n : nat) | Unknown.
Definition read_square (word : string) : option square :=
  if String.eqb word "-" then Some Unknown else if String.eqb word "#" then Some Open else
  let* n := number_of word in when (n <=? 8) then Some (Clue n).

Definition minesweeper (R C : nat) (board : list (list square)) (total : list rule) : puzzle :=
  let square r c := look_at Unknown board r c in
  {| domains := grid R C (fun r c => (cell_at C r c, match square r c with Unknown => [0; 1]%Z | _ => [0%Z] end));
     shown := cells R C;
     rules := everywhere R C (fun r c => match square r c with Clue n => [exactly n (cells_around R C r c)] | _ => [] end) ++
              total |}.

Definition read (text : string) : option puzzle :=
  let* (sizes, words) := headed "minesweeper" text in
  let* board := all (all read_square) words in
  match sizes with
  | [R; C] => when (is_board R C board) then Some (minesweeper R C board [])
  | [R; C; mines] => when (is_board R C board) then when (mines <=? R * C) then
      Some (minesweeper R C board [exactly mines (cells R C)])
  | _ => None
  end.
