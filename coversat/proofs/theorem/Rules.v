(* What a puzzle is, and what "it has exactly one answer" means.

   To believe a theorem one has to read this file, Text.v and the file of the kind in Kinds, and to compare the text
   with the puzzle as printed.  Nothing here mentions clauses, encodings, solvers or proofs. *)
From Coq Require Import List ZArith.
Import ListNotations.
Local Open Scope Z_scope.

Definition cell := positive.
Definition point := positive.
Definition value := Z.
Definition board := cell -> value.

(* ---- words for the rules ---- *)

Definition mem (v : value) (l : list value) : bool := existsb (Z.eqb v) l.
Definition sum (l : list Z) : Z := fold_right Z.add 0 l.
(* How many elements of a list have a property. *)
Definition number {A : Type} (has : A -> bool) (l : list A) : Z := Z.of_nat (length (filter has l)).

(* [y] is reached from [x] by steps between neighbours, all of them [ok]; then also by at most so many steps. *)
Inductive path {A : Type} (ok : A -> Prop) (near : A -> A -> Prop) (x : A) : A -> Prop :=
  | here : ok x -> path ok near x x
  | onward y z : path ok near x y -> near y z -> ok z -> path ok near x z.
Inductive short_path {A : Type} (ok : A -> Prop) (near : A -> A -> Prop) (x : A) : nat -> A -> Prop :=
  | at_once n : ok x -> short_path ok near x n x
  | one_more n y z : short_path ok near x n y -> near y z -> ok z -> short_path ok near x (S n) z.

Definition connected {A : Type} (ok : A -> Prop) (near : A -> A -> Prop) : Prop :=
  forall x y, ok x -> ok y -> path ok near x y.

(* Cells that are linked, in either order. *)
Definition linked (links : list (cell * cell)) (c d : cell) : Prop := In (c, d) links \/ In (d, c) links.

(* An edge is a cell that holds 1 if a line is drawn between its two points. *)
Definition edge : Type := cell * (point * point).
Definition ends_at (p : point) (e : edge) : bool := (Pos.eqb (fst (snd e)) p || Pos.eqb (snd (snd e)) p)%bool.
Definition share_a_point (e f : edge) : Prop := exists p, ends_at p e = true /\ ends_at p f = true.

(* An automaton: transitions (state, value, next state), and accepting states. *)
Fixpoint accepted (moves : list (Z * value * Z)) (final : list Z) (s : Z) (word : list value) : Prop :=
  match word with
  | [] => In s final
  | v :: rest => exists s', In (s, v, s') moves /\ accepted moves final s' rest
  end.

(* The lengths of the groups of 1s, in order; [n] 1s come just before the word. *)
Fixpoint groups (n : Z) (word : list value) : list Z :=
  match word with
  | [] => if n =? 0 then [] else [n]
  | v :: rest => if v =? 1 then groups (n + 1) rest else (if n =? 0 then [] else [n]) ++ groups 0 rest
  end.

(* How many values are larger than all before them and than [highest]. *)
Fixpoint visible (highest : value) (word : list value) : Z :=
  match word with
  | [] => 0
  | v :: rest => if highest <? v then 1 + visible v rest else visible highest rest
  end.

(* How many cells, from the first on, hold [v] before one that does not. *)
Fixpoint leading (v : value) (word : list value) : Z :=
  match word with
  | w :: rest => if w =? v then 1 + leading v rest else 0
  | [] => 0
  end.

(* ---- rules ---- *)

Inductive rule :=
  | AllDifferent (cells : list cell)
  | Cage (cells : list cell) (total : Z)
  | Sets (cells : list cell) (sets : list (list value))
  | Count (cells : list cell) (values : list value) (numbers : list Z)
  | Sum (terms : list (Z * cell)) (totals : list Z)
  | Table (cells : list cell) (rows : list (list value))
  | Regular (cells : list cell) (moves : list (Z * value * Z)) (start : Z) (final : list Z)
  | Runs (cells : list cell) (lengths : list Z)
  | Visible (cells : list cell) (count : Z)
  | Seen (lines : list (list cell)) (v : value) (total : Z)
  | Connected (cells : list cell) (values : list value) (links : list (cell * cell))
  | Rooted (cells : list cell) (values : list value) (links : list (cell * cell)) (roots : list cell)
      (steps : option nat)
  | AreasBySize (cells : list cell) (links : list (cell * cell)) (values : list value)
  | Loop (edges : list edge)
  | If (c : cell) (v : value) (these : list (cell * value))
  | Or (alternatives : list (list rule)).

(* What a rule requires of a board. *)
Fixpoint holds (b : board) (r : rule) : Prop :=
  match r with
  | AllDifferent cells => NoDup (map b cells)
  | Cage cells total => NoDup (map b cells) /\ sum (map b cells) = total
  | Sets cells sets => NoDup (map b cells) /\ exists s, In s sets /\ forall v, In v s <-> In v (map b cells)
  | Count cells values numbers => In (number (fun c => mem (b c) values) cells) numbers
  | Sum terms totals => In (sum (map (fun t => fst t * b (snd t)) terms)) totals
  | Table cells rows => In (map b cells) rows
  | Regular cells moves start final => accepted moves final start (map b cells)
  | Runs cells lengths => groups 0 (map b cells) = lengths
  | Visible cells count => visible 0 (map b cells) = count
  | Seen lines v total => sum (map (fun line => leading v (map b line)) lines) = total
  | Connected cells values links => connected (fun c => In c cells /\ In (b c) values) (linked links)
  | Rooted cells values links roots steps =>
      (* each used cell is reached from a used root; without roots, from the first used cell *)
      let used c := In c cells /\ In (b c) values in
      let root c := match roots with [] => find (fun c => mem (b c) values) cells = Some c | _ => In c roots end in
      forall c, used c -> exists r, root r /\
        match steps with None => path used (linked links) r c | Some n => short_path used (linked links) r n c end
  | AreasBySize cells links values =>
      (* the area of a cell: all that are reached through equal values *)
      forall c, In c cells -> values = [] \/ In (b c) values ->
        exists area, NoDup area /\ Z.of_nat (length area) = b c /\
          forall d, In d area <-> path (fun d => In d cells /\ b d = b c) (linked links) c d
  | Loop edges =>
      (* some edge is drawn; at each point none or two; and all are connected *)
      (exists e, In e edges /\ b (fst e) = 1) /\
      (forall p, In (number (fun e => ends_at p e && Z.eqb (b (fst e)) 1)%bool edges) [0; 2]) /\
      connected (fun e => In e edges /\ b (fst e) = 1) share_a_point
  | If c v these => b c = v -> forall d w, In (d, w) these -> b d = w
  | Or alternatives =>
      (* all rules of at least one alternative hold *)
      fold_right (fun those others => fold_right (fun one rest => holds b one /\ rest) True those \/ others)
        False alternatives
  end.

(* ---- puzzles and what is claimed of them ---- *)

(* The cells with the values that they may hold, the rules, and the cells that an answer shows: the others are helpers,
   of which only existence matters. *)
Record puzzle := { domains : list (cell * list value); rules : list rule; shown : list cell }.

Definition answer (p : puzzle) (b : board) : Prop :=
  (forall c values, In (c, values) (domains p) -> In (b c) values) /\ (forall r, In r (rules p) -> holds b r).

(* Two boards show the same answer. *)
Definition alike (p : puzzle) (b b' : board) : Prop := forall c, In c (shown p) -> b' c = b c.

Definition has_no_answer (p : puzzle) : Prop := forall b, ~ answer p b.

Definition has_exactly_one_answer (p : puzzle) : Prop :=
  exists b, answer p b /\ forall b', answer p b' -> alike p b b'.

Definition has_several_answers (p : puzzle) : Prop :=
  exists b b', answer p b /\ answer p b' /\ ~ alike p b b'.

(* There are [n] answers, no two of them alike, and every answer is like one of them. *)
Definition has_exactly (n : nat) (p : puzzle) : Prop :=
  exists answers, length answers = n /\ ForallOrdPairs (fun b b' => ~ alike p b b') answers /\
    (forall b, In b answers -> answer p b) /\ forall b', answer p b' -> exists b, In b answers /\ alike p b b'.

(* A text that can be read, and a claim about the puzzle that it states. *)
Definition the_puzzle (read : option puzzle) (claim : puzzle -> Prop) : Prop := exists p, read = Some p /\ claim p.
