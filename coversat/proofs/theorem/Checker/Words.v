(* Rules about the values of cells in order: the states that an automaton can reach. *)
From Coq Require Import List ZArith Bool Lia FMapPositive.
From Coversat Require Import Rules Checker.Domains.
Import ListNotations.
Local Open Scope Z_scope.

(* ---- an automaton whose steps are a function ---- *)
Section Automaton.
  Context {S : Type} (accepts : S -> list value -> Prop) (step : S -> value -> list S) (final : S -> bool).
  Context (merge : list S -> list S).      (* leaves out repetitions *)
  Hypothesis at_the_end : forall s, accepts s [] <-> final s = true.
  Hypothesis at_a_value : forall s v word, accepts s (v :: word) <-> exists t, In t (step s v) /\ accepts t word.
  Hypothesis merged : forall s l, In s l -> In s (merge l).

  Fixpoint states (d : doms) (cells : list cell) (from : list S) : option (list S) :=
    match cells with
    | [] => Some from
    | c :: rest =>
        match M.find c d with
        | None => None
        | Some values => states d rest (merge (flat_map (fun s => flat_map (step s) values) from))
        end
    end.

  Definition refutes_word (d : doms) (cells : list cell) (start : S) : bool :=
    match states d cells [start] with Some found => negb (existsb final found) | None => false end.

  Lemma states_ok b d cells : within b d -> forall s from found, In s from -> accepts s (map b cells) ->
    states d cells from = Some found -> existsb final found = true.
  Proof.
    intros W. induction cells as [|c cells IH]; simpl; intros s from found I A E.
    - injection E as <-. apply existsb_exists. exists s. split; [exact I | apply at_the_end, A].
    - destruct (M.find c d) as [values|] eqn:F; [|discriminate]. apply at_a_value in A as (t & T & A).
      eapply IH; [|exact A|exact E]. apply merged, in_flat_map. exists s. split; [exact I|].
      apply in_flat_map. exists (b c). split; [apply (W _ _ F) | exact T].
  Qed.

  Lemma refutes_word_ok b d cells start : within b d -> refutes_word d cells start = true -> ~ accepts start (map b cells).
  Proof.
    unfold refutes_word. intros W R A. destruct (states d cells [start]) as [found|] eqn:E; [|discriminate].
    rewrite (states_ok b d cells W start [start] found (or_introl eq_refl) A E) in R. discriminate.
  Qed.
End Automaton.

(* ---- Regular: transitions by state, in a map ---- *)
Definition key (s : Z) : positive := match s with Z0 => 1 | Zpos p => p~0 | Zneg p => p~1 end%positive.
Definition by_state (moves : list (Z * value * Z)) : M.t (list (value * Z)) :=
  grouped (map (fun m => let '(s, v, t) := m in (key s, (v, t))) moves).
Definition move (index : M.t (list (value * Z))) (s : Z) (v : value) : list Z :=
  map snd (filter (fun vt => fst vt =? v) (those (key s) index)).
(* Thousands of states are merged by a map. *)
Definition merge_states (l : list Z) : list Z :=
  map snd (M.elements (fold_left (fun m s => M.add (key s) s m) l (M.empty Z))).

Lemma key_once s t : key s = key t -> s = t.
Proof. destruct s, t; simpl; congruence. Qed.

Lemma move_ok moves s v t : In t (move (by_state moves) s v) <-> In (s, v, t) moves.
Proof.
  unfold move, by_state. rewrite in_map_iff. split.
  - intros ([w u] & <- & I). apply filter_In in I as [I E]. simpl in E. apply Z.eqb_eq in E as ->.
    apply those_grouped, in_map_iff in I as ([[s' w'] u'] & [= K <- <-] & I). apply key_once in K as <-. exact I.
  - intros I. exists (v, t). split; [reflexivity|]. apply filter_In. split; [|simpl; apply Z.eqb_refl].
    apply those_grouped, in_map_iff. exists (s, v, t). auto.
Qed.

Lemma merge_states_ok s l : In s l -> In s (merge_states l).
Proof.
  intros I. unfold merge_states. set (put := fun m s => M.add (key s) s m).
  assert (K : forall l m, (In s l \/ M.find (key s) m = Some s) -> M.find (key s) (fold_left put l m) = Some s).
  { clear. induction l as [|x l IH]; simpl; intros m [I|F]; try tauto; apply IH.
    - destruct I as [->|I]; [right | now left]. unfold put. apply M.gss.
    - right. unfold put. destruct (Pos.eq_dec (key s) (key x)) as [E|n]; [|rewrite M.gso by exact n; exact F].
      apply key_once in E as ->. apply M.gss. }
  specialize (K l (M.empty Z) (or_introl I)). apply M.elements_correct in K.
  apply in_map_iff. exists (key s, s). auto.
Qed.

Definition refutes_regular (cells : list cell) (moves : list (Z * value * Z)) (start : Z) (final : list Z) : doms -> bool :=
  let index := by_state moves in
  fun d => refutes_word (move index) (fun s => mem s final) merge_states d cells start.

Lemma accepted_value moves final s v word :
  accepted moves final s (v :: word) <-> exists t, In t (move (by_state moves) s v) /\ accepted moves final t word.
Proof. simpl. setoid_rewrite move_ok. reflexivity. Qed.

Lemma refutes_regular_ok b d cells moves start final : within b d -> refutes_regular cells moves start final d = true ->
  ~ accepted moves final start (map b cells).
Proof.
  unfold refutes_regular. intros W. apply refutes_word_ok.
  - intros s. simpl. symmetry. apply mem_In.
  - apply accepted_value.
  - apply merge_states_ok.
  - exact W.
Qed.

Fixpoint accepts_word (index : M.t (list (value * Z))) (final : list Z) (from : list Z) (word : list value) : bool :=
  match word with
  | [] => existsb (fun s => mem s final) from
  | v :: rest => accepts_word index final (merge_states (flat_map (fun s => move index s v) from)) rest
  end.

Lemma merged_only s l : In s (merge_states l) -> In s l.
Proof.
  unfold merge_states. rewrite in_map_iff. intros ([k t] & E & I). simpl in E. subst t. apply M.elements_complete in I.
  revert I. enough (G : forall m, M.find k (fold_left (fun m s => M.add (key s) s m) l m) = Some s ->
    In s l \/ M.find k m = Some s).
  { intros I. apply G in I as [I|I]; [exact I|]. rewrite M.gempty in I. discriminate. }
  induction l as [|x l IH]; simpl; intros m I; [now right|]. apply IH in I as [I|I]; [auto|].
  destruct (Pos.eq_dec k (key x)) as [->|n]; [rewrite M.gss in I; injection I as ->; auto|].
  rewrite M.gso in I by exact n. auto.
Qed.

Lemma accepts_word_ok moves final word : forall from, accepts_word (by_state moves) final from word = true ->
  exists s, In s from /\ accepted moves final s word.
Proof.
  induction word as [|v word IH]; simpl; intros from E.
  - apply existsb_exists in E as (s & I & E). exists s. split; [exact I | apply mem_In, E].
  - apply IH in E as (t & I & E). apply merged_only, in_flat_map in I as (s & I & T). apply move_ok in T.
    exists s. split; [exact I|]. eauto.
Qed.

(* ---- Runs: a state is the length of the open group, and the groups that are left ---- *)
Definition runs_step (s : Z * list Z) (v : value) : list (Z * list Z) :=
  let '(n, due) := s in
  if n <? 0 then []
  else if v =? 1 then match due with m :: _ => if n <? m then [(n + 1, due)] else [] | [] => [] end
  else if n =? 0 then [(0, due)]
  else match due with m :: rest => if n =? m then [(0, rest)] else [] | [] => [] end.
Definition runs_accept (s : Z * list Z) (word : list value) : Prop := 0 <= fst s /\ groups (fst s) word = snd s.
Definition runs_final (s : Z * list Z) : bool := (0 <=? fst s) && same (groups (fst s) []) (snd s).
Definition same_state (s t : Z * list Z) : bool := (fst s =? fst t) && same (snd s) (snd t).

Definition refutes_runs (d : doms) (cells : list cell) (lengths : list Z) : bool :=
  refutes_word runs_step runs_final (distinct same_state) d cells (0, lengths).

Lemma open_group word : forall n, 0 < n -> exists m rest, groups n word = m :: rest /\ n <= m.
Proof.
  induction word as [|v word IH]; simpl; intros n P.
  - destruct (Z.eqb_spec n 0); [lia|]. eauto with zarith.
  - destruct (v =? 1).
    + destruct (IH (n + 1)) as (m & rest & -> & L); [lia|]. eauto with zarith.
    + destruct (Z.eqb_spec n 0); [lia|]. simpl. eauto with zarith.
Qed.

Lemma runs_value s v word : runs_accept s (v :: word) <-> exists t, In t (runs_step s v) /\ runs_accept t word.
Proof.
  destruct s as [n due]. unfold runs_accept, runs_step. simpl. destruct (Z.ltb_spec n 0).
  { split; [lia | intros (t & [] & _)]. }
  destruct (v =? 1).
  - split.
    + intros [P E]. destruct (open_group word (n + 1)) as (m & rest & G & L); [lia|]. rewrite G in E. subst due.
      exists (n + 1, m :: rest). destruct (Z.ltb_spec n m); [|lia]. simpl. split; [auto|]. split; [lia | exact G].
    + intros (t & I & A). destruct due as [|m rest]; [destruct I|]. destruct (n <? m); [|destruct I].
      destruct I as [<-|[]]. simpl in A. tauto.
  - destruct (Z.eqb_spec n 0) as [->|N]; simpl.
    + split; [intros A; exists (0, due); simpl; tauto | intros (t & [<-|[]] & A); simpl in A; tauto].
    + split.
      * intros [P <-]. exists (0, groups 0 word). rewrite Z.eqb_refl. simpl. split; [auto | split; [lia | reflexivity]].
      * intros (t & I & A). destruct due as [|m rest]; [destruct I|]. destruct (Z.eqb_spec n m) as [->|]; [|destruct I].
        destruct I as [<-|[]]. simpl in A. destruct A as [_ ->]. auto.
Qed.

Lemma same_state_ok s t : same_state s t = true -> s = t.
Proof.
  destruct s, t. unfold same_state. simpl. rewrite andb_true_iff, Z.eqb_eq, same_ok. intros [-> ->]. reflexivity.
Qed.

Lemma refutes_runs_ok b d cells lengths : within b d -> refutes_runs d cells lengths = true ->
  groups 0 (map b cells) <> lengths.
Proof.
  intros W R E. eapply (refutes_word_ok runs_accept); [..|exact W|exact R|].
  - intros s. unfold runs_accept, runs_final. rewrite andb_true_iff, Z.leb_le, same_ok. reflexivity.
  - apply runs_value.
  - intros s l. apply distinct_ok, same_state_ok.
  - split; [reflexivity | exact E].
Qed.

(* ---- Visible: a state is the highest value so far, and how many are still to be seen ---- *)
Definition visible_step (s : Z * Z) (v : value) : list (Z * Z) :=
  let '(highest, due) := s in
  if highest <? v then if 0 <? due then [(v, due - 1)] else [] else [s].
Definition same_view (s t : Z * Z) : bool := (fst s =? fst t) && (snd s =? snd t).

Definition refutes_visible (d : doms) (cells : list cell) (count : Z) : bool :=
  refutes_word visible_step (fun s => snd s =? 0) (distinct same_view) d cells (0, count).

Lemma visible_positive word : forall highest, 0 <= visible highest word.
Proof.
  induction word as [|v word IH]; cbn [visible]; intros highest; [lia|].
  destruct (highest <? v); [specialize (IH v); lia | apply IH].
Qed.

Lemma refutes_visible_ok b d cells count : within b d -> refutes_visible d cells count = true ->
  visible 0 (map b cells) <> count.
Proof.
  intros W R E. eapply (refutes_word_ok (fun s word => visible (fst s) word = snd s)); [..|exact W|exact R|exact E].
  - intros s. simpl. rewrite Z.eqb_eq. intuition auto.
  - intros [h k] v word. cbn [visible visible_step fst snd]. destruct (h <? v).
    + split.
      * intros <-. exists (v, visible v word). split; [|reflexivity]. pose proof (visible_positive word v).
        destruct (Z.ltb_spec 0 (1 + visible v word)); [|lia]. left. f_equal. lia.
      * intros (t & I & A). destruct (0 <? k); [|destruct I]. destruct I as [<-|[]]. cbn in A. lia.
    + split; [intros A; exists (h, k); simpl; auto | intros (t & [<-|[]] & A); exact A].
  - intros s l. apply distinct_ok. intros [a c] [a' c']. unfold same_view. simpl.
    rewrite andb_true_iff, !Z.eqb_eq. intros [-> ->]. reflexivity.
Qed.
