(* Akari: put bulbs on white cells. A bulb lights its row and column up to black cells and the border: all white
   cells are lit, and no bulb lights another one. A number says how many of the cells beside it have a bulb.

   The text: "akari ROWS COLUMNS", and for each cell "-" (white), "x" (black) or a number from 0 to 4 (black). *)
From Coq Require Import ZArith String Bool List.
From Coversat Require Import Rules Text Boards.
Import ListNotations.
Local Open Scope nat_scope.

Inductive square := White | Black | Clue (n : nat).
Definition read_square (word : string) : option square :=
  if String.eqb word "-" then Some White else if String.eqb word "x" then Some Black else
  let* n := number_of word in when (n <=? 4) then Some (Clue n).

Definition read (text : string) : option puzzle :=
  let* (R, C, board) := board_of_words "akari" read_square text in
  let is_black place := match look_at Black board (fst place) (snd place) with White => false | _ => true end in
  let ends places := match places with near :: _ => is_black near | [] => true end in
  (* The white cells from here on, if no white cell comes before. *)
  let stretch r c before ahead :=
    if ends before then [at_most_one (numbers C ((r, c) :: up_to is_black ahead))] else [] in
  let lit_from r c :=
    (r, c) :: flat_map (up_to is_black) [going_up r c; going_down R r c; going_left r c; going_right C r c] in
  let square_rules r c := match look_at Black board r c with
    | White => at_least_one (numbers C (lit_from r c)) ::
               stretch r c (going_left r c) (going_right C r c) ++ stretch r c (going_up r c) (going_down R r c)
    | Black => []
    | Clue n => [exactly n (cells_beside R C r c)]
    end in
  Some {|
    domains := grid R C (fun r c => (cell_at C r c, if is_black (r, c) then [0%Z] else [0; 1]%Z));
    shown := cells R C;
    rules := everywhere R C square_rules
  |}.
