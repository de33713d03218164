(* Suguru: a region of n cells holds each number from 1 to n, and equal numbers do not touch, at a corner either.

   The text: "suguru ROWS COLUMNS", for each cell its number or "-", and for each cell the name of its region. *)
From Coq Require Import ZArith String List.
From Coversat Require Import Rules Text Boards.
Import ListNotations.
Local Open Scope nat_scope.

Definition read (text : string) : option puzzle :=
  match headed "suguru" text with
  | Some ([R; C], lines) =>
      let* board := all (all (or_blank "-" number_of)) (firstn R lines) in
      let labels := skipn R lines in
      let areas := regions R C string_dec ""%string labels in
      let region_of r c := concat (filter (fun area => existsb (Pos.eqb (cell_at C r c)) area) areas) in
      let numbers_at r c := map Z.of_nat (seq 1 (length (region_of r c))) in
      when (is_board R C board && is_board R C labels)%bool then
      Some {|
        domains := grid R C (fun r c => (cell_at C r c, may_hold (numbers_at r c) (look_at None board r c)));
        shown := cells R C;
        rules := map AllDifferent (areas ++ map (fun ab => [fst ab; snd ab]) (touching_pairs R C))
      |}
  | _ => None
  end.
