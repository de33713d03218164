(* Skyscrapers: a Latin square of heights. A number beside a line says how many buildings are seen from there:
   those that are higher than all before them.

   The text: "skyscrapers N"; a line with the numbers above the board; for each row the number on its left, its
   heights, and the number on its right; a line with the numbers below. "." is none. *)
From Coq Require Import ZArith String List.
From Coversat Require Import Rules Text Boards Kinds.Latin.
Import ListNotations.
Local Open Scope nat_scope.

Definition views (lines : list (list cell)) (numbers : list (option nat)) : list rule :=
  concat (map (fun view => match snd view with Some k => [Visible (fst view) (Z.of_nat k)] | None => [] end)
    (combine lines numbers)).

Definition read (text : string) : option puzzle :=
  match headed "skyscrapers" text with
  | Some ([n], lines) =>
      let* all_numbers := all (all (or_blank "." number_of)) lines in
      let above := hd [] all_numbers in
      let middle := firstn n (tl all_numbers) in
      let below_board := last all_numbers [] in
      let board := map (fun row => removelast (tl row)) middle in
      when (Nat.eqb (length all_numbers) (n + 2) && is_board n (n + 2) middle && is_board n n board &&
            is_board 2 n [above; below_board] && forallb (forallb (in_range n)) all_numbers)%bool then
      Some (latin_square n board
        (views (columns n n) above ++ views (map (@rev cell) (columns n n)) below_board ++
         views (rows n n) (map (hd None) middle) ++ views (map (@rev cell) (rows n n)) (map (fun row => last row None) middle)))
  | _ => None
  end.
