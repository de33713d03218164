(* Any rule: refuted within domains, obeyed by a board. *)
From Coq Require Import List ZArith Bool Lia FMapPositive.
From Coversat Require Import Rules.
From Coversat Require Export Checker.Domains Checker.Reach.
From Coversat Require Import Checker.Values Checker.Words Checker.Areas Checker.Sizes Checker.Loops.
Import ListNotations.
Local Open Scope Z_scope.

(* Given a rule only, this is a function that has made its maps. *)
Fixpoint refutes (r : rule) : hint -> doms -> bool :=
  match r with
  | AllDifferent cells => fun _ d => refutes_different d cells
  | Cage cells total => fun _ d => refutes_cage d cells total
  | Sets cells sets => fun _ d => refutes_sets d cells sets
  | Count cells values numbers =>
      fun _ d => refutes_number (fun c => must d c values) (fun c => may d c values) cells numbers
  | Sum terms totals => fun _ d => refutes_sum d terms totals
  | Table cells rows => fun _ d => negb (existsb (fits d cells) rows)
  | Regular cells moves start final => let f := refutes_regular cells moves start final in fun _ d => f d
  | Runs cells lengths => fun _ d => refutes_runs d cells lengths
  | Visible cells count => fun _ d => refutes_visible d cells count
  | Seen lines v total => fun _ d => refutes_seen d lines v total
  | Connected cells values links =>
      let f := refutes_connected cells values links in fun h d => match h with From k => f k d | _ => false end
  | Rooted cells values links roots steps =>
      let f := refutes_rooted cells values links roots steps in fun h d => match h with From k => f k d | _ => false end
  | AreasBySize cells links values => refutes_areas cells links values
  | Loop edges => refutes_loop edges
  | If c v these => fun _ d => refutes_if d c v these
  | Or alternatives =>
      let f := map (map refutes) alternatives in fun h d => forallb (existsb (fun g => g h d)) f
  end.

Fixpoint obeys (b : board) (r : rule) : bool :=
  match r with
  | AllDifferent cells => all_different (map b cells)
  | Cage cells total => all_different (map b cells) && (sum (map b cells) =? total)
  | Sets cells sets => obeys_sets (map b cells) sets
  | Count cells values numbers => mem (number (fun c => mem (b c) values) cells) numbers
  | Sum terms totals => mem (sum (map (fun t => fst t * b (snd t)) terms)) totals
  | Table cells rows => existsb (same (map b cells)) rows
  | Regular cells moves start final => accepts_word (by_state moves) final [start] (map b cells)
  | Runs cells lengths => same (groups 0 (map b cells)) lengths
  | Visible cells count => visible 0 (map b cells) =? count
  | Seen lines v total => sum (map (fun line => leading v (map b line)) lines) =? total
  | Connected cells values links => obeys_connected b cells values links
  | Rooted cells values links roots steps => obeys_rooted b cells values links roots steps
  | AreasBySize cells links values => obeys_areas b cells links values
  | Loop edges => obeys_loop b edges
  | If c v these => obeys_if b c v these
  | Or alternatives => existsb (forallb (obeys b)) alternatives
  end.

(* ---- induction on rules within rules ---- *)
Section Induction.
  Context (P : rule -> Prop) (plain : forall r, (forall l, r <> Or l) -> P r).
  Context (nested : forall l, Forall (Forall P) l -> P (Or l)).
  Fixpoint rule_by_parts (r : rule) : P r :=
    match r with
    | Or l => nested l ((fix each l : Forall (Forall P) l := match l with
        | [] => Forall_nil _
        | a :: l => Forall_cons _ ((fix those a : Forall P a := match a with
            | [] => Forall_nil _
            | r :: a => Forall_cons _ (rule_by_parts r) (those a)
            end) a) (each l)
        end) l)
    | r => plain r (fun l => ltac:(discriminate))
    end.
End Induction.

Lemma refutes_ok h b d r : within b d -> refutes r h d = true -> ~ holds b r.
Proof.
  intros W. induction r as [r N|l IH] using rule_by_parts.
  - destruct r; cbn [refutes].
    + apply refutes_different_ok, W.
    + apply refutes_cage_ok, W.
    + apply refutes_sets_ok, W.
    + apply refutes_number_ok; intros c; [apply must_ok, W | apply may_ok, W].
    + apply refutes_sum_ok, W.
    + apply refutes_table_ok, W.
    + apply refutes_regular_ok, W.
    + apply refutes_runs_ok, W.
    + apply refutes_visible_ok, W.
    + apply refutes_seen_ok, W.
    + destruct h; try discriminate. apply refutes_connected_ok, W.
    + destruct h; try discriminate. apply refutes_rooted_ok, W.
    + apply refutes_areas_ok, W.
    + apply refutes_loop_ok, W.
    + apply refutes_if_ok, W.
    + now destruct (N alternatives).
  - cbn [refutes holds]. induction IH as [|a l IHa _ IHl]; simpl; [auto|].
    intros R H. apply andb_true_iff in R as [R1 R2]. destruct H as [H|H]; [|exact (IHl R2 H)].
    clear - IHa R1 H. induction IHa as [|r a IHr _ IH]; simpl in *; [discriminate|].
    apply orb_true_iff in R1 as [R|R]; [exact (IHr R (proj1 H)) | exact (IH R (proj2 H))].
Qed.

Lemma obeys_ok b r : obeys b r = true -> holds b r.
Proof.
  induction r as [r N|l IH] using rule_by_parts.
  - destruct r; cbn [obeys].
    + apply all_different_ok.
    + rewrite andb_true_iff, all_different_ok, Z.eqb_eq. auto.
    + apply obeys_sets_ok.
    + apply mem_In.
    + apply mem_In.
    + intros H. apply existsb_exists in H as (row & I & E). apply same_ok in E. simpl. congruence.
    + intros H. apply accepts_word_ok in H as (s & [<-|[]] & A). exact A.
    + apply same_ok.
    + apply Z.eqb_eq.
    + apply Z.eqb_eq.
    + apply obeys_connected_ok.
    + apply obeys_rooted_ok.
    + apply obeys_areas_ok.
    + apply obeys_loop_ok.
    + apply obeys_if_ok.
    + now destruct (N alternatives).
  - cbn [obeys holds]. induction IH as [|a l IHa _ IHl]; simpl; [discriminate|].
    intros H. apply orb_true_iff in H as [H|H]; [left | right; apply IHl, H].
    clear - IHa H. induction IHa as [|r a IHr _ IH]; simpl in *; [exact I|].
    apply andb_true_iff in H as [H1 H2]. auto.
Qed.

(* ---- the cells of a rule ---- *)
Fixpoint scope (r : rule) : list cell :=
  match r with
  | AllDifferent cells | Cage cells _ | Sets cells _ | Count cells _ _ | Table cells _ | Regular cells _ _ _
  | Runs cells _ | Visible cells _ | Connected cells _ _ | Rooted cells _ _ _ _ | AreasBySize cells _ _ => cells
  | Sum terms _ => map snd terms
  | Seen lines _ _ => concat lines
  | Loop edges => map fst edges
  | If c _ these => c :: map fst these
  | Or alternatives => flat_map (flat_map scope) alternatives
  end.

(* A step names a rule by a cell: its least one; of [Seen], the least of those where a line begins. *)
Definition named_by (r : rule) : cell :=
  match match r with Seen lines _ _ => flat_map (firstn 1) lines | _ => scope r end with
  | [] => 1%positive
  | c :: rest => fold_left Pos.min rest c
  end.
