(* Hitori: shade cells so that no number is twice in a row or column among the cells that are not shaded. Shaded
   cells do not share sides, and the others are connected.

   The text: "hitori ROWS COLUMNS", and for each cell its number, or "-" for none. Shaded cells hold 1. *)
From Coq Require Import ZArith String List.
From Coversat Require Import Rules Text Boards.
Import ListNotations.
Local Open Scope nat_scope.

Definition read (text : string) : option puzzle :=
  let* (R, C, board) := board_of_words "hitori" (or_blank "-" number_of) text in
  let same_number a b := match look_at None board (fst a) (snd a), look_at None board (fst b) (snd b) with
                         | Some n, Some m => n =? m
                         | _, _ => false
                         end in
  (* Of two equal numbers of a line one is shaded. *)
  let one_of r c ahead := map (fun other => at_least_one (numbers C [(r, c); other])) (filter (same_number (r, c)) ahead) in
  Some {|
    domains := map (fun c => (c, [0; 1]%Z)) (cells R C);
    shown := cells R C;
    rules := shading R C ++ everywhere R C (fun r c => one_of r c (going_right C r c) ++ one_of r c (going_down R r c))
  |}.
