(* Finite sets of cells, and lists that belong to a cell. *)
From Coq Require Import List ZArith Bool Lia FMapPositive.
From Coversat Require Import Rules.
Import ListNotations.
Module M := PositiveMap.

Lemma mem_In v l : mem v l = true <-> In v l.
Proof.
  unfold mem. rewrite existsb_exists. split.
  - intros (x & I & E). apply Z.eqb_eq in E as ->. exact I.
  - intros I. exists v. split; [exact I | apply Z.eqb_refl].
Qed.

(* ---- lists without repetitions ---- *)
Section Distinct.
  Context {A : Type} (eq : A -> A -> bool) (eq_ok : forall x y, eq x y = true -> x = y).
  (* The elements of both lists; those of [l] that [u] has are left out. *)
  Definition with_all (l u : list A) : list A := fold_left (fun u x => if existsb (eq x) u then u else x :: u) l u.
  Definition distinct (l : list A) : list A := with_all l [].

  Lemma with_all_ok x l : forall u, In x l \/ In x u -> In x (with_all l u).
  Proof.
    unfold with_all. induction l as [|y l IH]; simpl; intros u I; [tauto|]. apply IH.
    destruct I as [[->|I]|I]; [|now left|]; right.
    - destruct (existsb (eq x) u) eqn:E; [|now left]. apply existsb_exists in E as (z & I & E).
      apply eq_ok in E as ->. exact I.
    - destruct (existsb (eq y) u); [exact I | now right].
  Qed.

  Lemma distinct_ok x l : In x l -> In x (distinct l).
  Proof. intros I. apply with_all_ok. now left. Qed.
End Distinct.

Fixpoint same (a b : list value) : bool :=
  match a, b with [], [] => true | x :: a, y :: b => Z.eqb x y && same a b | _, _ => false end.

Lemma same_ok a : forall b, same a b = true <-> a = b.
Proof.
  induction a as [|x a IH]; intros [|y b]; simpl; try (split; congruence).
  rewrite andb_true_iff, Z.eqb_eq, IH. split; [intros [-> ->]; reflexivity | intros [= -> ->]; auto].
Qed.

Lemma Z_eqb_ok x y : Z.eqb x y = true -> x = y.
Proof. apply Z.eqb_eq. Qed.

(* ---- sets ---- *)
Definition set := M.t unit.
Definition none : set := M.empty unit.
Definition has (p : positive) (s : set) : bool := match M.find p s with Some _ => true | None => false end.
Definition add (p : positive) (s : set) : set := M.add p tt s.
Definition add_all (l : list positive) (s : set) : set := fold_left (fun s p => add p s) l s.
Definition listed (s : set) : list positive := map fst (M.elements s).

Lemma has_none p : has p none = false.
Proof. unfold has, none. rewrite M.gempty. reflexivity. Qed.

Lemma has_add p q s : has p (add q s) = true <-> p = q \/ has p s = true.
Proof.
  unfold has, add. destruct (Pos.eq_dec p q) as [->|n].
  - rewrite M.gss. intuition auto.
  - rewrite M.gso by exact n. intuition congruence.
Qed.

Lemma has_add_all p l : forall s, has p (add_all l s) = true <-> In p l \/ has p s = true.
Proof.
  unfold add_all. induction l as [|q l IH]; simpl; intros s; [intuition auto|].
  rewrite IH, has_add. intuition auto.
Qed.

Lemma listed_has p s : In p (listed s) <-> has p s = true.
Proof.
  unfold listed, has. rewrite in_map_iff. split.
  - intros ([q u] & <- & I). apply M.elements_complete in I. simpl. rewrite I. reflexivity.
  - destruct (M.find p s) as [u|] eqn:F; [|discriminate]. intros _. exists (p, u). split; [reflexivity|].
    apply M.elements_correct, F.
Qed.

Lemma listed_once s : NoDup (listed s).
Proof.
  unfold listed. pose proof (M.elements_3w s) as N. induction N as [|x l N _ IH]; simpl; constructor; [|exact IH].
  intros I. apply N. apply in_map_iff in I as (y & E & I). apply SetoidList.InA_alt. exists y.
  split; [symmetry; exact E | exact I].
Qed.

(* ---- lists by cell: all [x] that occur as (p, x) ---- *)
Section Groups.
  Context {A : Type}.
  Implicit Type m : M.t (list A).
  Definition those (p : positive) m : list A := match M.find p m with Some l => l | None => [] end.
  Definition put m (px : positive * A) : M.t (list A) := M.add (fst px) (snd px :: those (fst px) m) m.
  Definition grouped (l : list (positive * A)) : M.t (list A) := fold_left put l (M.empty _).

  Lemma those_put p m q x : those p (put m (q, x)) = if Pos.eqb p q then x :: those p m else those p m.
  Proof.
    unfold those, put. simpl. destruct (Pos.eqb_spec p q) as [->|n]; [rewrite M.gss | rewrite M.gso by exact n]; reflexivity.
  Qed.

  Lemma those_grouped p x l : In x (those p (grouped l)) <-> In (p, x) l.
  Proof.
    unfold grouped. enough (G : forall m, In x (those p (fold_left put l m)) <-> In (p, x) l \/ In x (those p m)).
    { rewrite G. unfold those. rewrite M.gempty. simpl. tauto. }
    induction l as [|[q y] l IH]; intros m; cbn [fold_left]; [simpl; tauto|]. rewrite IH, those_put.
    destruct (Pos.eqb_spec p q) as [->|n]; simpl; [|intuition congruence].
    intuition congruence.
  Qed.

  (* As many of them have a property as of the whole list. *)
  Lemma number_grouped p (f : A -> bool) l :
    number f (those p (grouped l)) = number (fun px => Pos.eqb (fst px) p && f (snd px)) l.
  Proof.
    unfold number, grouped. f_equal.
    enough (G : forall m, length (filter f (those p (fold_left put l m))) =
      length (filter (fun px => Pos.eqb (fst px) p && f (snd px)) l) + length (filter f (those p m))).
    { rewrite G. unfold those at 1. rewrite M.gempty. simpl. lia. }
    induction l as [|[q y] l IH]; intros m; cbn [fold_left]; [reflexivity|]. rewrite IH, those_put. simpl.
    rewrite (Pos.eqb_sym p q). destruct (Pos.eqb q p); simpl; [|reflexivity]. destruct (f y); simpl; lia.
  Qed.

  Lemma those_none p m : M.find p m = None -> those p m = [].
  Proof. unfold those. intros ->. reflexivity. Qed.
End Groups.
