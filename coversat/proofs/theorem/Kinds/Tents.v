(* Tents: put a tent beside each tree, each tree with a tent of its own, and no other tents. Tents do not touch, at
   a corner either; the numbers count the tents of a line.

   The text: "tents ROWS COLUMNS", a line with the numbers of the columns and one with those of the rows ("-" is
   none), and for each cell "x" (a tree) or "-". Tents hold 1. A helper for each tree holds the number of the cell
   of its tent. *)
From Coq Require Import ZArith String List.
From Coversat Require Import Rules Text Boards.
Import ListNotations.
Local Open Scope nat_scope.

Definition read_square (word : string) : option bool := when (String.eqb word "x") then Some true.

Section Board.
  Context (R C : nat) (board : list (list (option bool))).
  Definition is_tree (rc : nat * nat) : bool := match look_at None board (fst rc) (snd rc) with Some _ => true | None => false end.
  Definition place_number (rc : nat * nat) : Z := Z.of_nat (fst rc * C + snd rc).
  Definition helper (tree : nat * nat) : cell := cell_at C (R + fst tree) (snd tree).

  (* A cell has a tent if it is that of one tree beside it, and no tent if it is that of none. *)
  Definition tent_rule (r c : nat) : list rule :=
    let cell := cell_at C r c in
    let own := Count (map helper (filter is_tree (beside R C r c))) [place_number (r, c)] in
    if is_tree (r, c) then [] else
    match filter is_tree (beside R C r c) with
    | [] => [exactly 0 [cell]]
    | _ => [Or [[exactly 1 [cell]; own [1%Z]]; [exactly 0 [cell]; own [0%Z]]]]
    end.

  Definition counts (lines : list (list cell)) (numbers : list (option nat)) : list rule :=
    concat (map (fun one => match snd one with Some n => [exactly n (fst one)] | None => [] end) (combine lines numbers)).

  Definition tents (of_columns of_rows : list (option nat)) : puzzle :=
    let places := grid R C pair in
    let beside_tree tree := map place_number (filter (fun rc => negb (is_tree rc)) (beside R C (fst tree) (snd tree))) in
    {| domains := map (fun rc => (cell_at C (fst rc) (snd rc), if is_tree rc then [0%Z] else [0; 1]%Z)) places ++
                  map (fun tree => (helper tree, beside_tree tree)) (filter is_tree places);
       shown := cells R C;
       rules := counts (columns R C) of_columns ++ counts (rows R C) of_rows ++ not_both (touching_pairs R C) ++
                everywhere R C tent_rule |}.
End Board.

Definition read (text : string) : option puzzle :=
  match headed "tents" text with
  | Some ([R; C], of_columns :: of_rows :: lines) =>
      let* of_columns := all (or_blank "-" number_of) of_columns in
      let* of_rows := all (or_blank "-" number_of) of_rows in
      let* board := all (all (or_blank "-" read_square)) lines in
      when (is_board R C board && Nat.eqb (length of_columns) C && Nat.eqb (length of_rows) R)%bool then
      Some (tents R C board of_columns of_rows)
  | _ => None
  end.
