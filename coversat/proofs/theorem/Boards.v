(* Words that the rules of several kinds share: neighbours, lines through cells, shaded cells.  To be read and believed.

   Rows and columns are counted from 0.  Cells are numbered row by row, from 1; lines between cells, after so many
   cells as [offset] says, first all lines to the right, row by row, then all lines downwards. *)
From Coq Require Import List ZArith Bool.
From Coversat Require Import Rules Text.
Import ListNotations.
Local Open Scope nat_scope.

(* The values that a cell may hold, if one may be given. *)
Definition may_hold (values : list Z) (given : option nat) : list Z :=
  match given with Some n => filter (Z.eqb (Z.of_nat n)) values | None => values end.

(* The first elements of a list, up to one where to stop. *)
Fixpoint up_to {A} (stop : A -> bool) (l : list A) : list A :=
  match l with [] => [] | x :: rest => if stop x then [] else x :: up_to stop rest end.

(* ---- counts of cells that hold 1 ---- *)
Definition exactly (n : nat) (cells : list cell) : rule := Count cells [1%Z] [Z.of_nat n].
Definition at_most_one (cells : list cell) : rule := Count cells [1%Z] [0%Z; 1%Z].
Definition at_least_one (cells : list cell) : rule := Count cells [1%Z] (map Z.of_nat (seq 1 (length cells))).

(* The edges between two of some cells; and those that end at a cell. *)
Definition edges_between (free : list cell) (edges : list edge) : list edge :=
  let is_free c := existsb (Pos.eqb c) free in
  filter (fun e => is_free (fst (snd e)) && is_free (snd (snd e))) edges.
Definition edges_of (c : cell) (edges : list edge) : list cell := map fst (filter (ends_at c) edges).

Section Board.
  Context (R C : nat).                              (* the rows and columns of the board *)
  Definition cell_at (r c : nat) : cell := cell_number C r c.
  Definition cells : list cell := grid R C cell_at.
  Definition row (r : nat) : list cell := map (cell_at r) (below C).
  Definition column (c : nat) : list cell := map (fun r => cell_at r c) (below R).
  Definition rows : list (list cell) := map row (below R).
  Definition columns : list (list cell) := map column (below C).
  Definition cells_where (chosen : nat -> nat -> bool) : list cell :=
    concat (grid R C (fun r c => if chosen r c then [cell_at r c] else [])).
  Definition everywhere (holds_at : nat -> nat -> list rule) : list rule := concat (grid R C holds_at).

  (* Places: up, down, left and right of a cell, as far as they are on the board; and all that touch it. *)
  Definition on_board (places : list (nat * nat)) : list (nat * nat) :=
    filter (fun rc => (fst rc <? R) && (snd rc <? C)) places.
  Definition above (r c : nat) : list (nat * nat) := match r with 0 => [] | S r => [(r, c)] end.
  Definition left_of (r c : nat) : list (nat * nat) := match c with 0 => [] | S c => [(r, c)] end.
  Definition beside (r c : nat) : list (nat * nat) :=
    on_board (above r c ++ left_of r c ++ [(r, c + 1); (r + 1, c)]).
  Definition around (r c : nat) : list (nat * nat) :=
    filter (fun rc => negb ((fst rc =? r) && (snd rc =? c)))
      (on_board (flat_map (fun down => map (fun right => (r + down - 1, c + right - 1))
        (if c =? 0 then [1; 2] else [0; 1; 2])) (if r =? 0 then [1; 2] else [0; 1; 2]))).
  Definition numbers (places : list (nat * nat)) : list cell := map (fun rc => cell_at (fst rc) (snd rc)) places.
  Definition cells_beside (r c : nat) : list cell := numbers (beside r c).
  Definition cells_around (r c : nat) : list cell := numbers (around r c).

  (* Each pair of cells that share a side; and that touch, at a side or at a corner. *)
  Definition side_pairs : list (cell * cell) :=
    concat (grid R C (fun r c => map (pair (cell_at r c)) (numbers (on_board [(r, c + 1); (r + 1, c)])))).
  Definition touching_pairs : list (cell * cell) :=
    concat (grid R C (fun r c => map (pair (cell_at r c))
      (numbers (on_board ([(r, c + 1)] ++ left_of (r + 1) c ++ [(r + 1, c); (r + 1, c + 1)]))))).
  Definition squares : list (list cell) :=
    grid (R - 1) (C - 1) (fun r c => [cell_at r c; cell_at r (c + 1); cell_at (r + 1) c; cell_at (r + 1) (c + 1)]).

  (* The places above, below, left and right of a place, each time outwards. *)
  Definition going_up (r c : nat) : list (nat * nat) := map (fun r => (r, c)) (rev (below r)).
  Definition going_down (r c : nat) : list (nat * nat) := map (fun r => (r, c)) (seq (r + 1) (R - r - 1)).
  Definition going_left (r c : nat) : list (nat * nat) := map (fun c => (r, c)) (rev (below c)).
  Definition going_right (r c : nat) : list (nat * nat) := map (fun c => (r, c)) (seq (c + 1) (C - c - 1)).

  (* The cells of each region, whose cells have the same label. *)
  Definition regions {A} (eq_dec : forall a b : A, {a = b} + {a <> b}) (default : A) (labels : list (list A)) :
      list (list cell) :=
    map (fun label => cells_where (fun r c => if eq_dec (look_at default labels r c) label then true else false))
      (nodup eq_dec (concat labels)).

  Definition not_both (pairs : list (cell * cell)) : list rule := map (fun ab => at_most_one [fst ab; snd ab]) pairs.
  (* The cells with such a value are connected through their sides. *)
  Definition are_connected (v : Z) : rule := Connected cells [v] side_pairs.
  (* No two shaded cells, which hold 1, share a side, and the others are connected. *)
  Definition shading : list rule := not_both side_pairs ++ [are_connected 0].

  (* ---- lines between the centres of neighbouring cells ---- *)
  Context (offset : nat).
  Definition right_line (r c : nat) : cell := Pos.of_succ_nat (offset + r * (C - 1) + c).
  Definition down_line (r c : nat) : cell := Pos.of_succ_nat (offset + R * (C - 1) + r * C + c).
  Definition right_edges : list edge :=
    grid R (C - 1) (fun r c => (right_line r c, (cell_at r c, cell_at r (c + 1)))).
  Definition down_edges : list edge :=
    grid (R - 1) C (fun r c => (down_line r c, (cell_at r c, cell_at (r + 1) c))).
  Definition edges : list edge := right_edges ++ down_edges.
  (* The lines of a cell: upwards, to the left, to the right, downwards. *)
  Definition lines_up (r c : nat) : list cell := match r with 0 => [] | S r => [down_line r c] end.
  Definition lines_left (r c : nat) : list cell := match c with 0 => [] | S c => [right_line r c] end.
  Definition lines_right (r c : nat) : list cell := if c + 1 <? C then [right_line r c] else [].
  Definition lines_down (r c : nat) : list cell := if r + 1 <? R then [down_line r c] else [].
  Definition lines_at (r c : nat) : list cell :=
    lines_up r c ++ lines_left r c ++ lines_right r c ++ lines_down r c.
End Board.
