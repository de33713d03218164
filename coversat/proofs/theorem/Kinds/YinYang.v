(* Yin-Yang: colour all cells black or white so that those of each colour are connected through their sides, and no
   two by two cells are of one colour.

   The text: "yinyang ROWS COLUMNS", and for each cell "b", "w" or "-". Black cells hold 1, white ones 0. *)
From Coq Require Import ZArith String List.
From Coversat Require Import Rules Text Boards.
Import ListNotations.
Local Open Scope nat_scope.

Definition colour (word : string) : option nat :=
  if String.eqb word "w" then Some 0 else when (String.eqb word "b") then Some 1.

Definition read (text : string) : option puzzle :=
  let* (R, C, board) := board_of_words "yinyang" (or_blank "-" colour) text in
  Some {|
    domains := grid R C (fun r c => (cell_at C r c, may_hold [0; 1]%Z (look_at None board r c)));
    shown := cells R C;
    rules := map (fun square => Count square [1%Z] [1; 2; 3]%Z) (squares R C) ++
             [are_connected R C 0; are_connected R C 1]
  |}.
