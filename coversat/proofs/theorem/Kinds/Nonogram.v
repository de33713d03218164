(* Nonogram: blacken cells; the numbers of a row or column are the lengths of its groups of black cells, in order.

   The text: "nonogram", "rows", a line of numbers for each row, "columns", a line for each column; 0 for no groups.
   Black cells hold 1. *)
From Coq Require Import ZArith String Bool List.
From Coversat Require Import Rules Text Boards.
Import ListNotations.
Local Open Scope nat_scope.

Definition clue (words : list string) : option (list Z) :=
  let* lengths := all number_of words in
  match lengths with
  | [] => None
  | [0] => Some []
  | _ => when (forallb (fun n => 1 <=? n) lengths) then Some (map Z.of_nat lengths)
  end.

Definition is_columns (words : list string) : bool := match words with ["columns"%string] => true | _ => false end.

Definition read (text : string) : option puzzle :=
  match map words (lines text) with
  | ["nonogram"%string] :: ["rows"%string] :: rest =>
      let* row_clues := all clue (up_to is_columns rest) in
      let* column_clues := all clue (skipn (length row_clues + 1) rest) in
      let R := length row_clues in
      let C := length column_clues in
      when ((1 <=? R) && (1 <=? C)) then
      Some {|
        domains := map (fun c => (c, [0; 1]%Z)) (cells R C);
        shown := cells R C;
        rules := map (fun line => Runs (fst line) (snd line))
                   (combine (rows R C) row_clues ++ combine (columns R C) column_clues)
      |}
  | _ => None
  end.
