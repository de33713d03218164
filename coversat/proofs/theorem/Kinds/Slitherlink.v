(* Slitherlink: draw one loop along the sides of cells; a number says how many sides of its cell the loop uses.

   The text: "slitherlink ROWS COLUMNS", and for each cell a number from 0 to 3, or "-". *)
From Coq Require Import ZArith String List.
From Coversat Require Import Rules Text Boards.
Import ListNotations.
Local Open Scope nat_scope.

Definition number_to_3 (word : string) : option nat := let* n := number_of word in when (n <=? 3) then Some n.

Definition read (text : string) : option puzzle :=
  let* (R, C, clues) := board_of_words "slitherlink" (or_blank "-" number_to_3) text in
  (* Lines join corners: one row and one column more than there are cells. *)
  let over r c := right_line (C + 1) 0 r c in
  let left r c := down_line (R + 1) (C + 1) 0 r c in
  let lines := edges (R + 1) (C + 1) 0 in
  let clue r c := match look_at None clues r c with
                  | Some n => [exactly n [over r c; left r c; left r (c + 1); over (r + 1) c]]
                  | None => []
                  end in
  Some {|
    domains := map (fun e => (fst e, [0; 1]%Z)) lines;
    shown := map fst lines;
    rules := Loop lines :: everywhere R C clue
  |}.
