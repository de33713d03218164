(* What is known of a board: literals, clauses, the values that each cell may still have, and unit propagation. *)
From Coq Require Import List ZArith Bool Lia FMapPositive.
From Coversat Require Import Rules.
From Coversat Require Export Checker.Maps.
Import ListNotations.
Local Open Scope Z_scope.

(* ---- literals, clauses, domains ---- *)
Definition literal : Type := bool * cell * value.          (* (true, c, v): c holds v; (false, c, v): it does not *)
Definition clause := list literal.
Definition doms := M.t (list value).                        (* what is known of each cell; none: nothing *)

Definition litb (b : board) (l : literal) : bool := let '(s, c, v) := l in Bool.eqb s (b c =? v).
Definition satb (b : board) (cl : clause) : bool := existsb (litb b) cl.
Definition neg (l : literal) : literal := let '(s, c, v) := l in (negb s, c, v).

Definition within (b : board) (d : doms) : Prop := forall c l, M.find c d = Some l -> In (b c) l.

Definition assume (d : doms) (l : literal) : option doms :=
  let '(s, c, v) := l in
  match M.find c d with
  | Some vs => match filter (fun w => Bool.eqb s (w =? v)) vs with
               | [] => None
               | vs' => Some (M.add c vs' d)
               end
  | None => Some (if s then M.add c [v] d else d)
  end.

Definition refuted (d : doms) (l : literal) : bool :=
  let '(s, c, v) := l in
  match M.find c d with
  | Some vs => forallb (fun w => negb (Bool.eqb s (w =? v))) vs
  | None => false
  end.

Lemma within_add b d c vs : within b d -> In (b c) vs -> within b (M.add c vs d).
Proof.
  intros H I c' l. destruct (Pos.eq_dec c' c) as [->|n].
  - rewrite M.gss. intros [= <-]. exact I.
  - rewrite M.gso by exact n. apply H.
Qed.

Lemma assume_ok b d l : within b d -> litb b l = true -> exists d', assume d l = Some d' /\ within b d'.
Proof.
  destruct l as [[s c] v]. unfold assume, litb. intros W L.
  destruct (M.find c d) as [vs|] eqn:F.
  - assert (I : In (b c) (filter (fun w => Bool.eqb s (w =? v)) vs)).
    { apply filter_In. split; [apply (W _ _ F) | exact L]. }
    revert I. generalize (filter (fun w => Bool.eqb s (w =? v)) vs). intros [|w ws] I; [destruct I|].
    eexists. split; [reflexivity|]. apply within_add; assumption.
  - eexists. split; [reflexivity|]. destruct s; [|exact W].
    apply within_add; [exact W|]. left. apply eqb_prop in L. symmetry in L. apply Z.eqb_eq in L. auto.
Qed.

Lemma refuted_ok b d l : within b d -> refuted d l = true -> litb b l = false.
Proof.
  destruct l as [[s c] v]. unfold refuted, litb. intros W R.
  destruct (M.find c d) as [vs|] eqn:F; [|discriminate].
  rewrite forallb_forall in R. specialize (R (b c) (W _ _ F)). apply negb_true_iff in R. exact R.
Qed.

(* ---- steps by unit propagation ---- *)
Definition base := M.t clause.
Definition sound (b : board) (db : base) : Prop := forall i cl, M.find i db = Some cl -> satb b cl = true.

Fixpoint assume_all (d : doms) (ls : list literal) : option doms :=
  match ls with
  | [] => Some d
  | l :: rest => match assume d l with Some d' => assume_all d' rest | None => None end
  end.

(* None is a contradiction.  A clause with several open literals says nothing. *)
Fixpoint propagate (db : base) (d : doms) (hints : list positive) : option doms :=
  match hints with
  | [] => Some d
  | i :: rest =>
      match M.find i db with
      | None => propagate db d rest
      | Some cl =>
          match filter (fun l => negb (refuted d l)) cl with
          | [] => None
          | [l] => match assume d l with Some d' => propagate db d' rest | None => None end
          | _ => propagate db d rest
          end
      end
  end.

Lemma assume_all_ok b ls : forall d, within b d -> forallb (litb b) ls = true ->
  exists d', assume_all d ls = Some d' /\ within b d'.
Proof.
  induction ls as [|l ls IH]; simpl; intros d W L.
  - eauto.
  - apply andb_true_iff in L as [L1 L2]. destruct (assume_ok b d l W L1) as (d1 & -> & W1). eauto.
Qed.

Lemma propagate_ok b db hints : sound b db -> forall d, within b d ->
  exists d', propagate db d hints = Some d' /\ within b d'.
Proof.
  intros S. induction hints as [|i hints IH]; simpl; intros d W; [eauto|].
  destruct (M.find i db) as [cl|] eqn:F; [|auto].
  apply S in F. unfold satb in F. apply existsb_exists in F as (l & I & L).
  assert (K : In l (filter (fun l => negb (refuted d l)) cl)).
  { apply filter_In. split; [exact I|]. destruct (refuted d l) eqn:R; [|reflexivity].
    rewrite (refuted_ok b d l W R) in L. discriminate. }
  revert K. generalize (filter (fun l => negb (refuted d l)) cl). intros [|x [|y r]] K.
  - destruct K.
  - destruct K as [->|[]]. destruct (assume_ok b d l W L) as (d1 & -> & W1). auto.
  - auto.
Qed.

(* ---- what domains allow ---- *)
Definition may (d : doms) (c : cell) (values : list value) : bool :=
  match M.find c d with Some l => existsb (fun v => mem v values) l | None => true end.
Definition must (d : doms) (c : cell) (values : list value) : bool :=
  match M.find c d with Some l => forallb (fun v => mem v values) l | None => false end.

Lemma may_ok b d c values : within b d -> mem (b c) values = true -> may d c values = true.
Proof.
  unfold may. intros W I. destruct (M.find c d) as [l|] eqn:F; [|reflexivity].
  apply existsb_exists. exists (b c). split; [apply (W _ _ F) | exact I].
Qed.

Lemma must_ok b d c values : within b d -> must d c values = true -> mem (b c) values = true.
Proof.
  unfold must. intros W I. destruct (M.find c d) as [l|] eqn:F; [|discriminate].
  rewrite forallb_forall in I. apply I, (W _ _ F).
Qed.

