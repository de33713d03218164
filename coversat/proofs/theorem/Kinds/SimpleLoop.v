(* Simple loop: draw one loop through the centres of all cells that are not blocked.

   The text: "simpleloop ROWS COLUMNS", and for each cell "x" (blocked) or "-". *)
From Coq Require Import ZArith String List.
From Coversat Require Import Rules Text Boards.
Import ListNotations.
Local Open Scope nat_scope.

Definition read_square (word : string) : option bool := when (String.eqb word "x") then Some true.

Definition read (text : string) : option puzzle :=
  let* (R, C, board) := board_of_words "simpleloop" (or_blank "-" read_square) text in
  let free := cells_where R C (fun r c => match look_at None board r c with None => true | Some _ => false end) in
  let lines := edges_between free (edges R C 0) in
  Some {|
    domains := map (fun e => (fst e, [0; 1]%Z)) lines;
    shown := map fst lines;
    rules := Loop lines :: map (fun c => exactly 2 (edges_of c lines)) free
  |}.
