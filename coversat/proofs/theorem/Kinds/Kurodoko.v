(* Kurodoko: shade cells; a number says how many cells are visible from its cell: itself, and those above, below,
   left and right of it up to the next shaded cell or the border. Cells with numbers are not shaded; shaded cells
   do not share sides, and the others are connected.

   The text: "kurodoko ROWS COLUMNS", and for each cell its number from 1 on, "?" for a cell that is not shaded, or
   "-". Shaded cells hold 1. *)
From Coq Require Import ZArith String List.
From Coversat Require Import Rules Text Boards.
Import ListNotations.
Local Open Scope nat_scope.

Inductive square := Blank | Unshaded | Clue (n : nat).
Definition read_square (word : string) : option square :=
  if String.eqb word "-" then Some Blank else if String.eqb word "?" then Some Unshaded else
  let* n := number_of word in when (1 <=? n) then Some (Clue n).

Definition read (text : string) : option puzzle :=
  let* (R, C, board) := board_of_words "kurodoko" read_square text in
  let square r c := look_at Blank board r c in
  let visible_from r c := map (numbers C) [going_up r c; going_down R r c; going_left r c; going_right C r c] in
  let clue r c := match square r c with
                  | Clue n => [Seen (visible_from r c) 0%Z (Z.of_nat n - 1)%Z]       (* without the cell itself *)
                  | _ => []
                  end in
  Some {|
    domains := grid R C (fun r c => (cell_at C r c, match square r c with Blank => [0; 1]%Z | _ => [0%Z] end));
    shown := cells R C;
    rules := everywhere R C clue ++ shading R C
  |}.
