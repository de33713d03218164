(* Kakuro: a digit from 1 to 9 in each white cell; no digit twice in a run, and the digits of a run add up to its
   clue.

   The text: the board, "." for a white cell, "#" for a black one, and "DOWN\ACROSS" for a black cell with clues:
   the sum of the run below it, and of the run to the right of it; one of the two numbers may be missing. *)
From Coq Require Import ZArith String Ascii Bool List.
From Coversat Require Import Rules Text Boards.
Import ListNotations.
Local Open Scope nat_scope.

Inductive square := White | Black (down across : option nat).

Definition clue (word : string) : option nat := let* n := number_of word in when (1 <=? n) then Some n.

Definition read_square (word : string) : option square :=
  if String.eqb word "." then Some White else
  if String.eqb word "#" then Some (Black None None) else
  match split "\" word with
  | [down; across] =>
      let* down := or_blank "" clue down in let* across := or_blank "" clue across in
      match down, across with None, None => None | _, _ => Some (Black down across) end
  | _ => None
  end.

Section Board.
  Context (R C : nat) (board : list (list square)).
  Definition at_place (place : nat * nat) : square := look_at (Black None None) board (fst place) (snd place).
  Definition is_black (place : nat * nat) : bool := match at_place place with White => false | _ => true end.
  Definition down_clue (place : nat * nat) : option nat := match at_place place with Black down _ => down | White => None end.
  Definition across_clue (place : nat * nat) : option nat := match at_place place with Black _ across => across | White => None end.

  (* A run begins at a white cell with none before it. *)
  Definition run (before ahead : list (nat * nat)) (clue : nat * nat -> option nat) (r c : nat) : list rule :=
    let starts := match before with near :: _ => is_black near | [] => true end in
    let total := match before with near :: _ => clue near | [] => None end in
    let run := numbers C ((r, c) :: up_to is_black ahead) in
    if negb (is_black (r, c)) && starts
    then [match total with Some n => Cage run (Z.of_nat n) | None => AllDifferent run end] else [].

  (* A clue has a run. *)
  Definition in_order (r c : nat) : bool :=
    let white_first places := match places with near :: _ => negb (is_black near) | [] => false end in
    match down_clue (r, c) with Some _ => white_first (going_down R r c) | None => true end &&
    match across_clue (r, c) with Some _ => white_first (going_right C r c) | None => true end.

  (* There is a black cell: a board of dots alone is no kakuro. *)
  Definition kakuro : option puzzle :=
    let white := cells_where R C (fun r c => negb (is_black (r, c))) in
    when (forallb (fun ok => ok) (grid R C in_order) && (length white <? R * C)) then
    Some {|
      domains := map (fun c => (c, [1; 2; 3; 4; 5; 6; 7; 8; 9]%Z)) white;
      shown := white;
      rules := everywhere R C (fun r c => run (going_left r c) (going_right C r c) across_clue r c) ++
               everywhere R C (fun r c => run (going_up r c) (going_down R r c) down_clue r c)
    |}.
End Board.

Definition read (text : string) : option puzzle :=
  let* board := all (all read_square) (map words (lines text)) in
  let R := length board in
  let C := length (hd [] board) in
  when (is_board R C board) then kakuro R C board.
