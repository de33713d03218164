(* Rules about connected areas. *)
From Coq Require Import List ZArith Bool Lia FMapPositive.
From Coversat Require Import Rules Checker.Domains Checker.Reach.
Import ListNotations.
Local Open Scope Z_scope.

(* ---- Connected: from a cell that must be used, another one that must be is out of reach ---- *)
Definition refutes_connected (cells : list cell) (values : list value) (links : list (cell * cell)) : cell -> doms -> bool :=
  let g := linked_graph links in
  let fuel := enough links in
  let members := add_all cells none in
  fun k d =>
    let open x := may d (fst x) values in
    let r := reach open g fuel [k] in
    has k members && must d k values && closed open g r && has k r &&
    existsb (fun c => must d c values && negb (has c r)) cells.

Section Used.
  Context (b : board) (d : doms) (cells : list cell) (values : list value).
  Hypothesis W : within b d.
  Definition used (c : cell) : Prop := In c cells /\ In (b c) values.
  Lemma may_be_used c : used c -> may d c values = true.
  Proof. intros [_ I]. apply (may_ok b); [exact W | apply mem_In, I]. Qed.
  Lemma must_be_used c : In c cells -> must d c values = true -> used c.
  Proof. intros I M. split; [exact I|]. apply mem_In, (must_ok b d); assumption. Qed.
End Used.

Lemma member c cells : has c (add_all cells none) = true <-> In c cells.
Proof. rewrite has_add_all, has_none. intuition congruence. Qed.

Lemma refutes_connected_ok k b d cells values links : within b d -> refutes_connected cells values links k d = true ->
  ~ holds b (Connected cells values links).
Proof.
  unfold refutes_connected. rewrite !andb_true_iff, member. intros W [[[[K M] C] H] E] U.
  apply existsb_exists in E as (z & I & E). apply andb_true_iff in E as [Z N].
  apply (must_be_used b d cells values W) in Z; [|exact I]. apply (must_be_used b d cells values W) in M; [|exact K].
  assert (O : forall c, used b cells values c -> may d c values = true) by (intros c; apply may_be_used, W).
  specialize (U k z M Z). rewrite (path_in _ links _ _ k z O C H U) in N. discriminate.
Qed.

Definition obeys_connected (b : board) (cells : list cell) (values : list value) (links : list (cell * cell)) : bool :=
  match filter (fun c => mem (b c) values) cells with
  | [] => true
  | a :: rest =>
      let members := add_all cells none in
      let r := reach (fun x => mem (b (fst x)) values && has (fst x) members) (linked_graph links) (enough links) [a] in
      forallb (fun c => has c r) (a :: rest)
  end.

Lemma used_cells b cells values c : used b cells values c <-> In c (filter (fun c => mem (b c) values) cells).
Proof. unfold used. rewrite filter_In, mem_In. reflexivity. Qed.

Lemma open_used b cells values c : mem (b c) values && has c (add_all cells none) = true <-> used b cells values c.
Proof. unfold used. rewrite andb_true_iff, mem_In, member. tauto. Qed.

Lemma obeys_connected_ok b cells values links :
  obeys_connected b cells values links = true -> holds b (Connected cells values links).
Proof.
  unfold obeys_connected. intros H. pose proof (used_cells b cells values) as U.
  destruct (filter (fun c => mem (b c) values) cells) as [|a rest]; [intros x y X; now apply U in X|].
  apply (connected_from _ _ (linked_sym links) a). intros x X. apply U in X.
  rewrite forallb_forall in H. specialize (H x X). revert x X H. intros x _. apply reach_ok.
  - intros p [<-|[]]. apply here, U. now left.
  - intros p [e q] P I O. apply linked_graph_ok in I as [E L]. simpl in E, L, O |- *. subst e.
    apply onward with p; [exact P | exact L | apply open_used, O].
Qed.

(* ---- Rooted: from a cell that must be used, no root is in reach ---- *)
(* The cells of which one is the first used one, if any is. *)
Fixpoint first_candidates (d : doms) (values : list value) (cells : list cell) : list cell :=
  match cells with
  | [] => []
  | c :: rest => if must d c values then [c] else c :: first_candidates d values rest
  end.

Definition reach_in (steps : option nat) open g fuel starts : set :=
  match steps with None => reach open g fuel starts | Some n => ball open g n starts end.

Definition refutes_rooted (cells : list cell) (values : list value) (links : list (cell * cell)) (roots : list cell)
    (steps : option nat) : cell -> doms -> bool :=
  let g := linked_graph links in
  let fuel := enough links in
  let members := add_all cells none in
  fun k d =>
    let open x := may d (fst x) values in
    let r := reach_in steps open g fuel [k] in
    has k members && must d k values && has k r && match steps with None => closed open g r | Some _ => true end &&
    forallb (fun q => negb (has q r && may d q values)) (match roots with [] => first_candidates d values cells | _ => roots end).

Lemma first_candidates_ok b d values cells c : within b d -> find (fun c => mem (b c) values) cells = Some c ->
  In c (first_candidates d values cells).
Proof.
  intros W. induction cells as [|a cells IH]; simpl; [discriminate|]. destruct (mem (b a) values) eqn:E.
  - intros [= ->]. destruct (must d c values); now left.
  - intros F. destruct (must d a values) eqn:M; [|right; auto]. apply (must_ok b) in M; [congruence | exact W].
Qed.

Lemma refutes_rooted_ok k b d cells values links roots steps : within b d ->
  refutes_rooted cells values links roots steps k d = true -> ~ holds b (Rooted cells values links roots steps).
Proof.
  unfold refutes_rooted. rewrite !andb_true_iff, member. intros W [[[[K M] H] C] F] U. simpl in U.
  set (open := fun x : cell * point => may d (fst x) values) in *.
  assert (O : forall c, used b cells values c -> open (c, c) = true) by (intros c; apply may_be_used, W).
  destruct (U k (must_be_used b d cells values W k K M)) as (r & R & P). rewrite forallb_forall in F.
  assert (S : has r (reach_in steps open (linked_graph links) (enough links) [k]) = true /\ used b cells values r).
  { destruct steps as [n|]; simpl in *.
    - split; [|eapply short_path_start, P].
      replace n with (n + 0)%nat by lia. apply (short_path_in (used b cells values) links open [k] r n k O P 0).
      apply has_add_all. left. now left.
    - split; [|eapply path_start, P]. eapply path_in; [exact O | exact C | exact H|].
      apply path_sym; [apply linked_sym | exact P]. }
  destruct S as [S Q]. apply (may_be_used b d cells values W) in Q.
  enough (I : In r (match roots with [] => first_candidates d values cells | _ => roots end)).
  { apply F in I. rewrite S, Q in I. discriminate. }
  destruct roots; [apply (first_candidates_ok b), R; exact W | exact R].
Qed.

Definition obeys_rooted (b : board) (cells : list cell) (values : list value) (links : list (cell * cell)) (roots : list cell)
    (steps : option nat) : bool :=
  let members := add_all cells none in
  let open c := mem (b c) values && has c members in
  let starts := match roots with [] => firstn 1 (filter (fun c => mem (b c) values) cells) | _ => filter open roots end in
  let r := reach_in steps (fun x => open (fst x)) (linked_graph links) (enough links) starts in
  forallb (fun c => negb (mem (b c) values) || has c r) cells.

Lemma first_found {A} (f : A -> bool) l x : In x (firstn 1 (filter f l)) -> find f l = Some x.
Proof.
  induction l as [|a l IH]; simpl; [intros []|]. destruct (f a); simpl; [intros [->|[]]; reflexivity | exact IH].
Qed.

Lemma obeys_rooted_ok b cells values links roots steps :
  obeys_rooted b cells values links roots steps = true -> holds b (Rooted cells values links roots steps).
Proof.
  unfold obeys_rooted. cbv zeta. intros H c [I C]. rewrite forallb_forall in H. specialize (H c I).
  apply mem_In in C. rewrite C in H. cbn [negb orb] in H.
  set (root := fun r => match roots with [] => find (fun c => mem (b c) values) cells = Some r | _ => In r roots end).
  set (starts := match roots with
    | [] => firstn 1 (filter (fun c => mem (b c) values) cells)
    | _ => filter (fun c => mem (b c) values && has c (add_all cells none)) roots end) in H.
  assert (S : forall p, In p starts -> root p /\ used b cells values p).
  { intros p P. unfold root, starts in *. destruct roots as [|q roots].
    - apply first_found in P. split; [exact P|]. apply find_some in P as [P M]. apply mem_In in M. split; assumption.
    - apply filter_In in P as [P O]. split; [exact P | apply open_used, O]. }
  change (exists r, root r /\ match steps with
    | None => path (used b cells values) (linked links) r c
    | Some n => short_path (used b cells values) (linked links) r n c end).
  clear I C. destruct steps as [n|]; cbn [reach_in] in H; revert H.
  - revert n c. apply (ball_ok _ _ (fun n c => exists r, root r /\ short_path (used b cells values) (linked links) r n c)).
    + intros p P. destruct (S p P) as [R U]. exists p. split; [exact R | now apply at_once].
    + intros m p (r & R & P). exists r. split; [exact R | now apply short_path_more].
    + intros m p [e q] (r & R & P) L O. apply linked_graph_ok in L as [E L]. simpl in *. subst e.
      exists r. split; [exact R|]. apply one_more with p; [exact P | exact L | apply open_used, O].
  - revert c. apply reach_ok.
    + intros p P. destruct (S p P) as [R U]. exists p. split; [exact R | now apply here].
    + intros p [e q] (r & R & P) L O. apply linked_graph_ok in L as [E L]. simpl in *. subst e.
      exists r. split; [exact R|]. apply onward with p; [exact P | exact L | apply open_used, O].
Qed.
