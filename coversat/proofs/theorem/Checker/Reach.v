(* What can be reached in a graph: a search, of which only its result is checked. *)
From Coq Require Import List ZArith Bool Lia FMapPositive.
From Coversat Require Import Rules Checker.Domains.
Import ListNotations.

(* Where a step looks first: at a cell, in one of three ways that each rule names. *)
Inductive hint := Nowhere | First (c : cell) | Second (c : cell) | From (c : cell).

(* The neighbours of each point, each with the cell that must be open to pass. *)
Definition graph := M.t (list (cell * point)).

Section Reach.
  Context (open : cell * point -> bool) (g : graph).

  Definition fresh (p : point) (r : set) : list point :=
    map snd (filter (fun x => open x && negb (has (snd x) r)) (those p g)).

  Fixpoint visit (fuel : nat) (todo : list point) (r : set) : set :=
    match fuel, todo with
    | S fuel, p :: rest => let new := fresh p r in visit fuel (new ++ rest) (add_all new r)
    | _, _ => r
    end.
  Definition reach (fuel : nat) (starts : list point) : set := visit fuel starts (add_all starts none).

  Definition closed (r : set) : bool :=
    forallb (fun p => forallb (fun x => negb (open x) || has (snd x) r) (those p g)) (listed r).

  Lemma closed_ok r p x : closed r = true -> has p r = true -> In x (those p g) -> open x = true -> has (snd x) r = true.
  Proof.
    unfold closed. rewrite forallb_forall. intros C H I O. apply listed_has, C in H.
    rewrite forallb_forall in H. apply H in I. rewrite O in I. exact I.
  Qed.

  Lemma fresh_in p r q : In q (fresh p r) -> exists x, In x (those p g) /\ open x = true /\ snd x = q.
  Proof.
    unfold fresh. rewrite in_map_iff. intros (x & E & I). apply filter_In in I as [I O].
    apply andb_true_iff in O as [O _]. eauto.
  Qed.

  (* Whatever holds of the starts and is passed on holds of all that is reached. *)
  Lemma reach_ok (P : point -> Prop) fuel starts : (forall p, In p starts -> P p) ->
    (forall p x, P p -> In x (those p g) -> open x = true -> P (snd x)) ->
    forall p, has p (reach fuel starts) = true -> P p.
  Proof.
    intros P0 N. unfold reach.
    assert (R : forall p, has p (add_all starts none) = true -> P p).
    { intros p H. apply has_add_all in H as [I|H]; [auto|]. rewrite has_none in H. discriminate. }
    revert R P0. generalize (add_all starts none) as r. generalize starts as todo.
    induction fuel as [|fuel IH]; simpl; intros todo r R T; [exact R|]. destruct todo as [|a rest]; [exact R|].
    assert (Q : forall q, In q (fresh a r) -> P q).
    { intros q I. apply fresh_in in I as (x & I & O & <-). apply (N a); auto. apply T. now left. }
    apply IH.
    - intros p H. apply has_add_all in H as [I|H]; auto.
    - intros p I. apply in_app_iff in I as [I|I]; [auto | apply T; now right].
  Qed.

  (* ---- by so many steps ---- *)
  Fixpoint ball (n : nat) (starts : list point) : set :=
    match n with
    | O => add_all starts none
    | S n => let r := ball n starts in add_all (flat_map (fun p => fresh p r) (listed r)) r
    end.

  Lemma ball_more n starts p : has p (ball n starts) = true -> has p (ball (S n) starts) = true.
  Proof. intros H. cbn [ball]. cbv zeta. apply has_add_all. now right. Qed.

  Lemma ball_step n starts p x : has p (ball n starts) = true -> In x (those p g) -> open x = true ->
    has (snd x) (ball (S n) starts) = true.
  Proof.
    intros H I O. cbn [ball]. cbv zeta. apply has_add_all. destruct (has (snd x) (ball n starts)) eqn:K; [now right | left].
    apply in_flat_map. exists p. split; [apply listed_has, H|]. apply in_map, filter_In. split; [exact I|].
    rewrite O, K. reflexivity.
  Qed.

  Lemma ball_ok (P : nat -> point -> Prop) starts : (forall p, In p starts -> P 0 p) ->
    (forall n p, P n p -> P (S n) p) ->
    (forall n p x, P n p -> In x (those p g) -> open x = true -> P (S n) (snd x)) ->
    forall n p, has p (ball n starts) = true -> P n p.
  Proof.
    intros P0 M N. induction n as [|n IH]; intros p H; cbn [ball] in H; cbv zeta in H; apply has_add_all in H as [I|H]; auto.
    - rewrite has_none in H. discriminate.
    - apply in_flat_map in I as (q & L & I). apply listed_has in L. apply fresh_in in I as (x & I & O & <-). eauto.
  Qed.
End Reach.

(* ---- linked cells: one passes if the next one is open ---- *)
Definition linked_graph (links : list (cell * cell)) : graph :=
  grouped (flat_map (fun e => let '(c, d) := e in [(c, (d, d)); (d, (c, c))]) links).
Definition enough {A} (l : list A) : nat := S (2 * length l).

Lemma linked_graph_ok links c x : In x (those c (linked_graph links)) <-> fst x = snd x /\ linked links c (snd x).
Proof.
  unfold linked_graph, linked. rewrite those_grouped, in_flat_map. destruct x as [e q]. simpl. split.
  - intros ([a b] & I & [E|[E|[]]]); injection E as <- <- <-; auto.
  - intros [-> [I|I]]; eexists; (split; [exact I|]); simpl; auto.
Qed.

Lemma linked_sym links c d : linked links c d -> linked links d c.
Proof. unfold linked. tauto. Qed.

(* ---- paths ---- *)
Section Paths.
  Context {A : Type} (ok : A -> Prop) (near : A -> A -> Prop) (sym : forall x y, near x y -> near y x).
  Lemma path_trans x y z : path ok near x y -> path ok near y z -> path ok near x z.
  Proof. intros P Q. induction Q; [exact P | eapply onward; eauto]. Qed.
  Lemma path_start x y : path ok near x y -> ok x.
  Proof. now induction 1. Qed.
  Lemma path_end x y : path ok near x y -> ok y.
  Proof. now destruct 1. Qed.
  Lemma path_sym x y : path ok near x y -> path ok near y x.
  Proof.
    induction 1 as [X|y z P IH N Z]; [now apply here|]. apply path_trans with y; [|exact IH].
    apply onward with z; [now apply here | now apply sym | eapply path_end; eauto].
  Qed.
  Lemma connected_from a : (forall x, ok x -> path ok near a x) -> connected ok near.
  Proof. intros H x y X Y. apply path_trans with a; [apply path_sym; auto | auto]. Qed.
  Lemma short_path_start x n y : short_path ok near x n y -> ok x.
  Proof. now induction 1. Qed.
  Lemma short_path_end x n y : short_path ok near x n y -> ok y.
  Proof. now destruct 1. Qed.
  Lemma short_path_more x n y : short_path ok near x n y -> short_path ok near x (S n) y.
  Proof. induction 1; [now apply at_once | eapply one_more; eauto]. Qed.
End Paths.

(* A set that no step leaves contains every path from one of its points. *)
Lemma path_in (ok : cell -> Prop) links open r a x : (forall c, ok c -> open (c, c) = true) ->
  closed open (linked_graph links) r = true -> has a r = true -> path ok (linked links) a x -> has x r = true.
Proof.
  intros O C H. induction 1 as [_|y z _ IH N Z]; [exact H|]. change z with (snd (z, z)).
  eapply closed_ok; [exact C | exact IH | apply linked_graph_ok; auto | apply O, Z].
Qed.

(* A path of so many steps leads into the ball around its end. *)
Lemma short_path_in (ok : cell -> Prop) links open starts x n y : (forall c, ok c -> open (c, c) = true) ->
  short_path ok (linked links) x n y -> forall m, has y (ball open (linked_graph links) m starts) = true ->
  has x (ball open (linked_graph links) (n + m) starts) = true.
Proof.
  intros O. induction 1 as [n X|n y z P IH N Z]; intros m H.
  - induction n as [|n IHn]; [exact H | apply ball_more, IHn].
  - replace (S n + m) with (n + S m) by lia. apply IH. change y with (snd (y, y)).
    eapply ball_step; [exact H | apply linked_graph_ok; split; [reflexivity | apply linked_sym, N]|].
    apply O. eapply short_path_end; eauto.
Qed.
