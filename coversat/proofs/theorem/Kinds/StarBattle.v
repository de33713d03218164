(* Star battle: as many stars in each row, each column and each region as the first line says, and no two stars touch,
   at a corner either.

   The text: "starbattle STARS", and a line for each row, a letter for each cell: its region. *)
From Coq Require Import ZArith String Ascii List.
From Coversat Require Import Rules Text Boards.
Import ListNotations.
Local Open Scope nat_scope.

Definition read (text : string) : option puzzle :=
  match headed "starbattle" text with
  | Some ([stars], lines) =>
      let letters := map characters (concat lines) in
      let n := length lines in
      let areas := regions n n ascii_dec " "%char letters in
      when (is_board n n letters && forallb (forallb is_name) letters && (1 <=? stars) && (length areas =? n))%bool then
      Some {|
        domains := map (fun c => (c, [0; 1]%Z)) (cells n n);
        shown := cells n n;
        rules := map (exactly stars) (rows n n ++ columns n n ++ areas) ++ not_both (touching_pairs n n)
      |}
  | _ => None
  end.
