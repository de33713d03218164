(* The rule that lines form one loop.  The edges at each point are found once, in a map. *)
From Coq Require Import List ZArith Bool Lia FMapPositive.
From Coversat Require Import Rules Checker.Domains Checker.Values Checker.Reach.
Import ListNotations.
Local Open Scope Z_scope.

(* Each edge at both of its points, with the other one. *)
Definition both_ways (e : edge) : list (point * (cell * point)) :=
  let '(c, (p, q)) := e in (p, (c, q)) :: if Pos.eqb p q then [] else [(q, (c, p))].
Definition edges_graph (edges : list edge) : graph := grouped (flat_map both_ways edges).

Lemma edges_graph_ok edges p c q :
  In (c, q) (those p (edges_graph edges)) <-> In (c, (p, q)) edges \/ In (c, (q, p)) edges.
Proof.
  unfold edges_graph. rewrite those_grouped, in_flat_map. split.
  - intros ([e [x y]] & I & [E|E]); [injection E as <- <- <-; now left|].
    destruct (Pos.eqb x y); [destruct E|]. destruct E as [E|[]]. injection E as <- <- <-. now right.
  - intros [I|I]; eexists; (split; [exact I|]); simpl; [now left|].
    destruct (Pos.eqb_spec q p) as [->|n]; [now left | right; now left].
Qed.

(* The lines at a point, counted among its edges only. *)
Lemma number_at p (f : cell -> bool) edges :
  number (fun e => ends_at p e && f (fst e)) edges = number (fun x => f (fst x)) (those p (edges_graph edges)).
Proof.
  unfold edges_graph. rewrite number_grouped. unfold number. f_equal. cbv beta.
  induction edges as [|[c [x y]] edges IH]; [reflexivity|].
  cbn [flat_map]. rewrite filter_app. autorewrite with list. etransitivity; [|apply f_equal; exact IH]. clear IH. unfold ends_at. simpl.
  destruct (Pos.eqb_spec x p) as [->|nx]; simpl.
  - destruct (Pos.eqb_spec p y) as [->|ny]; simpl; [|destruct (Pos.eqb_spec y p); [congruence|]; simpl];
      destruct (f c); reflexivity.
  - destruct (Pos.eqb_spec x y) as [->|nxy]; simpl; destruct (Pos.eqb_spec y p); simpl; try congruence;
      destruct (f c); reflexivity.
Qed.

Definition ends_of (edges : list edge) : M.t (point * point) :=
  fold_left (fun m e => M.add (fst e) (snd e) m) edges (M.empty _).

(* ---- refuted: no edge may be used, a point has one line or more than two, or a cut ---- *)
Definition refutes_loop (edges : list edge) : hint -> doms -> bool :=
  let g := edges_graph edges in
  let fuel := enough edges in
  let ends := ends_of edges in
  fun h d =>
    let degree p := refutes_number (fun x => must d (fst x) [1]) (fun x => may d (fst x) [1]) (those p g) [0; 2] in
    match h with
    | Nowhere => negb (existsb (fun e => may d (fst e) [1]) edges)
    | First c => match M.find c ends with Some (p, _) => degree p | None => false end
    | Second c => match M.find c ends with Some (_, q) => degree q | None => false end
    | From c =>
        match M.find c ends with
        | None => false
        | Some (p, q) =>
            let open (x : cell * point) := may d (fst x) [1] in
            let r := reach open g fuel [p; q] in
            must d c [1] && closed open g r && has p r && has q r &&
            existsb (fun e => must d (fst e) [1] && negb (has (fst (snd e)) r)) edges
        end
    end.

Lemma find_ends c pq edges : M.find c (ends_of edges) = Some pq -> In (c, pq) edges.
Proof.
  unfold ends_of.
  enough (G : forall m, M.find c (fold_left (fun m e => M.add (fst e) (snd e) m) edges m) = Some pq ->
    In (c, pq) edges \/ M.find c m = Some pq).
  { intros F. apply G in F as [I|F]; [exact I|]. rewrite M.gempty in F. discriminate. }
  induction edges as [|[e pq'] edges IH]; simpl; intros m F; [now right|]. apply IH in F as [I|F]; [auto|].
  destruct (Pos.eq_dec c e) as [->|n]; [rewrite M.gss in F; injection F as ->; auto|].
  rewrite M.gso in F by exact n. auto.
Qed.

Lemma ends_at_iff p e : ends_at p e = true <-> p = fst (snd e) \/ p = snd (snd e).
Proof. unfold ends_at. rewrite orb_true_iff, !Pos.eqb_eq. intuition congruence. Qed.

(* All edges on a path from [a] are inside a set that has the ends of [a] and that no open edge leaves. *)
Lemma loop_in (drawn : edge -> Prop) edges open r a e : (forall e, drawn e -> In e edges /\ forall q, open (fst e, q) = true) ->
  closed open (edges_graph edges) r = true -> has (fst (snd a)) r = true -> has (snd (snd a)) r = true ->
  path drawn share_a_point a e -> has (fst (snd e)) r = true /\ has (snd (snd e)) r = true.
Proof.
  intros O C P Q. induction 1 as [_|e f _ [HP HQ] (p & E & F) D]; [auto|].
  destruct (O f D) as [I T]. destruct f as [c [x y]]. apply ends_at_iff in E, F. simpl in *.
  assert (H : has p r = true) by (destruct E as [->| ->]; assumption).
  destruct F as [->| ->]; (split; [|]); try exact H.
  - change y with (snd (c, y)). eapply closed_ok; [exact C | exact H | apply edges_graph_ok; now left | apply T].
  - change x with (snd (c, x)). eapply closed_ok; [exact C | exact H | apply edges_graph_ok; now right | apply T].
Qed.

Lemma refutes_loop_ok h b d edges : within b d -> refutes_loop edges h d = true -> ~ holds b (Loop edges).
Proof.
  unfold refutes_loop. cbv zeta. intros W R (Some & D & U). simpl in *.
  assert (MU : forall c, must d c [1] = true -> b c = 1).
  { intros c M. apply (must_ok b) in M; [|exact W]. apply mem_In in M. now destruct M as [M|[]]. }
  assert (MA : forall c, b c = 1 -> may d c [1] = true).
  { intros c E. apply (may_ok b); [exact W|]. simpl. rewrite E. reflexivity. }
  assert (N : forall p, refutes_number (fun x : cell * point => must d (fst x) [1]) (fun x => may d (fst x) [1])
      (those p (edges_graph edges)) [0; 2] = true -> False).
  { intros p E. refine (refutes_number_ok _ (fun x => b (fst x) =? 1) _ _ _ _ _ E _).
    - intros x M. apply Z.eqb_eq, MU, M.
    - intros x M. apply MA, Z.eqb_eq, M.
    - rewrite <- (number_at p (fun c => b c =? 1)). apply D. }
  destruct h as [|c|c|c].
  - destruct Some as (e & I & E). apply negb_true_iff, not_true_iff_false in R. apply R, existsb_exists. eauto.
  - destruct (M.find c (ends_of edges)) as [[p q]|]; [exact (N p R) | discriminate].
  - destruct (M.find c (ends_of edges)) as [[p q]|]; [exact (N q R) | discriminate].
  - destruct (M.find c (ends_of edges)) as [[p q]|] eqn:F; [|discriminate]. apply find_ends in F.
    rewrite !andb_true_iff in R. destruct R as [[[[M C] P] Q] E].
    apply existsb_exists in E as (z & I & E). apply andb_true_iff in E as [Z1 Z2]. apply negb_true_iff in Z2.
    specialize (U (c, (p, q)) z (conj F (MU _ M)) (conj I (MU _ Z1))).
    eapply loop_in in U; [| |exact C|exact P|exact Q].
    + destruct U as [U _]. exact (eq_true_false_abs _ U Z2).
    + intros e [J G]. split; [exact J|]. intros x. apply MA, G.
Qed.

(* ---- obeyed ---- *)
Definition obeys_loop (b : board) (edges : list edge) : bool :=
  let g := edges_graph edges in
  let drawn (x : cell * point) := b (fst x) =? 1 in
  forallb (fun p => mem (number drawn (those p g)) [0; 2]) (map fst (M.elements g)) &&
  match filter (fun e => b (fst e) =? 1) edges with
  | [] => false
  | a :: rest => let r := reach drawn g (enough edges) [fst (snd a)] in forallb (fun e => has (fst (snd e)) r) (a :: rest)
  end.

Lemma obeys_loop_ok b edges : obeys_loop b edges = true -> holds b (Loop edges).
Proof.
  unfold obeys_loop. cbv zeta. intros H. apply andb_true_iff in H as [D J].
  set (ok := fun e : edge => In e edges /\ b (fst e) = 1).
  assert (OK : forall e, ok e <-> In e (filter (fun e => b (fst e) =? 1) edges)).
  { intros e. unfold ok. rewrite filter_In, Z.eqb_eq. reflexivity. }
  destruct (filter (fun e => b (fst e) =? 1) edges) as [|a used]; [discriminate|].
  assert (A : ok a) by (apply OK; now left). simpl. split; [exists a; exact A|]. split.
  - intros p. rewrite (number_at p (fun c => b c =? 1)).
    destruct (M.find p (edges_graph edges)) as [l|] eqn:F; [|left; rewrite those_none by exact F; reflexivity].
    rewrite forallb_forall in D. apply (proj1 (mem_In _ [0; 2])), D. change p with (fst (p, l)). apply in_map, M.elements_correct, F.
  - assert (sym : forall x y, share_a_point x y -> share_a_point y x) by (intros x y (p & P & Q); exists p; auto).
    apply (connected_from ok share_a_point sym a). intros e E.
    rewrite forallb_forall in J. specialize (J e (proj1 (OK e) E)).
    assert (H : exists f, ends_at (fst (snd e)) f = true /\ path ok share_a_point a f).
    { revert J. apply (reach_ok _ _ (fun q => exists f, ends_at q f = true /\ path ok share_a_point a f)).
      - intros p [<-|[]]. exists a. split; [apply ends_at_iff; now left | now apply here].
      - intros p [c q] (f & X & P) I O. apply Z.eqb_eq in O. simpl in O.
        assert (K : exists g, ok g /\ ends_at p g = true /\ ends_at q g = true).
        { apply edges_graph_ok in I as [I|I]; eexists; (split; [split; [exact I | exact O]|]);
            rewrite !ends_at_iff; simpl; auto. }
        destruct K as (k & K & Kp & Kq). exists k. split; [exact Kq|]. apply onward with f; [exact P | | exact K].
        exists p. auto. }
    destruct H as (f & X & P). apply onward with f; [exact P | | exact E].
    exists (fst (snd e)). split; [exact X | apply ends_at_iff; now left].
Qed.
