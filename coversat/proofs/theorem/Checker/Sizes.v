(* Areas that have as many cells as their value says: too few are in reach, or too many must be of the area. *)
From Coq Require Import List ZArith Bool Lia FMapPositive.
From Coversat Require Import Rules Checker.Domains Checker.Reach Checker.Areas.
Import ListNotations.
Local Open Scope Z_scope.

Definition size (r : set) : Z := Z.of_nat (length (listed r)).
Definition concerns (values : list value) (v : value) : bool := match values with [] => true | _ => mem v values end.

Definition refutes_areas (cells : list cell) (links : list (cell * cell)) (values : list value) : hint -> doms -> bool :=
  let g := linked_graph links in
  let fuel := enough links in
  let members := add_all cells none in
  fun h d =>
    let fixed k (test : value -> bool) :=
      has k members && match M.find k d with Some [v] => concerns values v && test v | _ => false end in
    match h with
    | First k => fixed k (fun v =>
        let open x := may d (fst x) [v] in
        let r := reach open g fuel [k] in
        closed open g r && has k r && (size r <? v))
    | Second k => fixed k (fun v =>
        let r := reach (fun x => must d (fst x) [v] && has (fst x) members) g fuel [k] in
        v <? size r)
    | _ => false
    end.

Lemma concerns_ok values v : concerns values v = true -> values = [] \/ In v values.
Proof. destruct values; [now left | intros M; right; apply mem_In, M]. Qed.

Lemma refutes_areas_ok h b d cells links values : within b d -> refutes_areas cells links values h d = true ->
  ~ holds b (AreasBySize cells links values).
Proof.
  unfold refutes_areas. cbv zeta. intros W R U.
  assert (G : forall k test, has k (add_all cells none) &&
      match M.find k d with Some [v] => concerns values v && test v | _ => false end = true ->
      test (b k) = true /\ In k cells /\ exists area, NoDup area /\ Z.of_nat (length area) = b k /\
        forall c, In c area <-> path (fun c => In c cells /\ b c = b k) (linked links) k c).
  { intros k test E. rewrite andb_true_iff, member in E. destruct E as [I E].
    destruct (M.find k d) as [[|v [|? ?]]|] eqn:F; try discriminate. apply W in F. destruct F as [->|[]].
    apply andb_true_iff in E as [C T]. split; [exact T|]. split; [exact I|]. apply (U k I), concerns_ok, C. }
  destruct h as [|k|k|]; try discriminate; apply G in R as (T & K & area & N & L & A).
  - cbv beta in T. rewrite !andb_true_iff, Z.ltb_lt in T. destruct T as [[C H] T]. unfold size in T.
    assert (Q : incl area (listed (reach (fun x => may d (fst x) [b k]) (linked_graph links) (enough links) [k]))).
    { intros c I. apply listed_has. apply A in I.
      revert I. apply (path_in _ _ (fun x => may d (fst x) [b k])); [|exact C|exact H]. intros e [_ E]. simpl. apply (may_ok b); [exact W | simpl; rewrite E, Z.eqb_refl; reflexivity]. }
    apply (NoDup_incl_length N) in Q. apply inj_le in Q. rewrite L in Q. apply Z.le_ngt in Q. exact (Q T).
  - apply Z.ltb_lt in T. unfold size in T. set (r := reach _ _ _ _) in T.
    assert (Q : incl (listed r) area).
    { intros c I. apply A. apply listed_has in I. revert c I. apply reach_ok.
      - intros p [<-|[]]. apply here. auto.
      - intros p [e q] P I O. apply linked_graph_ok in I as [E I]. simpl in *. subst e.
        apply onward with p; [exact P | exact I|]. apply andb_true_iff in O as [O O']. apply member in O'.
        apply (must_ok b) in O; [|exact W]. apply mem_In in O. destruct O as [O|[]]. auto. }
    apply (NoDup_incl_length (listed_once r)) in Q. apply inj_le, Z.le_ngt in Q. rewrite <- L in T. exact (Q T).
Qed.

Definition obeys_areas (b : board) (cells : list cell) (links : list (cell * cell)) (values : list value) : bool :=
  let g := linked_graph links in
  let fuel := enough links in
  let members := add_all cells none in
  forallb (fun c => negb (concerns values (b c)) ||
    let open x := (b (fst x) =? b c) && has (fst x) members in
    let r := reach open g fuel [c] in
    closed open g r && has c r && (size r =? b c)) cells.

Lemma obeys_areas_ok b cells links values :
  obeys_areas b cells links values = true -> holds b (AreasBySize cells links values).
Proof.
  unfold obeys_areas. cbv zeta. rewrite forallb_forall. intros H c I V. specialize (H c I).
  assert (C : concerns values (b c) = true).
  { unfold concerns. destruct values; [reflexivity|]. destruct V as [V|V]; [discriminate | apply mem_In, V]. }
  rewrite C in H. cbn [negb orb] in H. set (open := fun x : cell * point => (b (fst x) =? b c) && has (fst x) (add_all cells none)) in H.
  rewrite !andb_true_iff in H. destruct H as [[K A] S]. apply Z.eqb_eq in S.
  assert (O : forall e, open (e, e) = true <-> In e cells /\ b e = b c).
  { intros e. unfold open. simpl. rewrite andb_true_iff, member, Z.eqb_eq. tauto. }
  eexists. split; [apply listed_once|]. split; [exact S|]. intros e. rewrite listed_has. split.
  - revert e. apply reach_ok.
    + intros p [<-|[]]. now apply here.
    + intros p [e q] P L E. apply linked_graph_ok in L as [D L]. simpl in *. subst e.
      apply onward with p; [exact P | exact L | apply O, E].
  - apply (path_in _ _ open); [|exact K|exact A]. intros q Q. apply O, Q.
Qed.
