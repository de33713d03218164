(* A proof is a list of steps.  Each is a clause that follows from earlier ones by unit propagation, at the end by one
   rule of the puzzle.  The last clause is empty. *)
From Coq Require Import List ZArith Bool Lia FMapPositive.
From Coversat Require Import Rules.
From Coversat Require Export Checker.Any.
Import ListNotations.
Local Open Scope Z_scope.

(* ---- domains, narrowed by the rules about one cell ---- *)
Definition about_one (r : rule) : option cell :=
  match r with
  | Seen _ _ _ | Connected _ _ _ | Rooted _ _ _ _ _ | AreasBySize _ _ _ | Loop _ | If _ _ _ | Or _ => None
  | _ => match scope r with [c] => Some c | _ => None end
  end.

Definition narrow (d : doms) (r : rule) : doms :=
  match about_one r with
  | None => d
  | Some c => match M.find c d with
              | None => d
              | Some l => M.add c (filter (fun v => negb (refutes r Nowhere (M.add c [v] (M.empty _)))) l) d
              end
  end.

Definition start_of (p : puzzle) : doms :=
  fold_left narrow (rules p) (fold_left (fun d cv => M.add (fst cv) (snd cv) d) (domains p) (M.empty _)).

Lemma narrow_ok b d r : within b d -> holds b r -> within b (narrow d r).
Proof.
  intros W H. unfold narrow. destruct (about_one r) as [c|]; [|exact W].
  destruct (M.find c d) as [l|] eqn:F; [|exact W]. apply within_add; [exact W|].
  apply filter_In. split; [apply (W _ _ F)|]. apply negb_true_iff, not_true_iff_false. intros R. revert H.
  revert R. apply refutes_ok. apply within_add; [|now left]. intros e k. rewrite M.gempty. discriminate.
Qed.

Lemma start_within p b : answer p b -> within b (start_of p).
Proof.
  intros [D R]. unfold start_of.
  assert (W : within b (fold_left (fun d cv => M.add (fst cv) (snd cv) d) (domains p) (M.empty _))).
  { enough (H : forall l d, (forall c vs, In (c, vs) l -> In (b c) vs) -> within b d ->
      within b (fold_left (fun d cv => M.add (fst cv) (snd cv) d) l d)).
    { apply H; [exact D|]. intros c l F. rewrite M.gempty in F. discriminate. }
    induction l as [|[c vs] l IH]; simpl; intros d I W; [exact W|].
    apply IH; [intros; apply I; now right|]. apply within_add; [exact W|]. apply I. now left. }
  revert W R. generalize (fold_left (fun d cv => M.add (fst cv) (snd cv) d) (domains p) (M.empty (list value))).
  induction (rules p) as [|r l IH]; simpl; intros d W R; [exact W|].
  apply IH; [apply narrow_ok; [exact W | apply R; now left] | intros r' I; apply R; now right].
Qed.

(* ---- steps ---- *)
(* The cell that names a rule; which of the rules that it names, from 1 on, or 0 for any; and where to look. *)
Record reason := { at_cell : cell; which : nat; look : hint }.
Record step := { proved : clause; hints : list positive; by_rule : option reason }.

Definition refuters := M.t (list (hint -> doms -> bool)).
Definition refuters_of (p : puzzle) : refuters := grouped (rev (map (fun r => (named_by r, refutes r)) (rules p))).

Definition refuted_by (rs : refuters) (why : reason) (d : doms) : bool :=
  let these := those (at_cell why) rs in
  match which why with
  | O => existsb (fun f => f (look why) d) these
  | S i => match nth_error these i with Some f => f (look why) d | None => false end
  end.

Definition check_step (d0 : doms) (rs : refuters) (db : base) (s : step) : bool :=
  match assume_all d0 (map neg (proved s)) with
  | None => true
  | Some d =>
      match propagate db d (hints s) with
      | None => true
      | Some d => match by_rule s with None => false | Some why => refuted_by rs why d end
      end
  end.

Inductive outcome := Contradiction | Wrong (step : positive) | No_end.

Fixpoint run (d0 : doms) (rs : refuters) (db : base) (i : positive) (steps : list step) : outcome :=
  match steps with
  | [] => No_end
  | s :: rest =>
      if check_step d0 rs db s
      then match proved s with [] => Contradiction | cl => run d0 rs (M.add i cl db) (Pos.succ i) rest end
      else Wrong i
  end.

Definition sound_refuters (b : board) (rs : refuters) : Prop :=
  forall c f h d, In f (those c rs) -> within b d -> f h d = false.

Lemma refuters_sound p b : answer p b -> sound_refuters b (refuters_of p).
Proof.
  intros [_ R] c f h d I W. unfold refuters_of in I. apply those_grouped, in_rev, in_map_iff in I as (r & E & I).
  injection E as _ <-. apply not_true_iff_false. intros H. exact (refutes_ok h b d r W H (R r I)).
Qed.

Lemma refuted_by_ok b rs why d : sound_refuters b rs -> within b d -> refuted_by rs why d = false.
Proof.
  intros S W. unfold refuted_by. destruct (which why) as [|i].
  - apply not_true_iff_false. intros H. apply existsb_exists in H as (f & I & H). rewrite (S _ _ _ d I W) in H. discriminate.
  - destruct (nth_error _ i) as [f|] eqn:E; [|reflexivity]. eapply S; [eapply nth_error_In, E | exact W].
Qed.

Lemma check_step_ok b d0 rs db s : within b d0 -> sound_refuters b rs -> sound b db ->
  check_step d0 rs db s = true -> satb b (proved s) = true.
Proof.
  unfold check_step. intros W R S C. destruct (satb b (proved s)) eqn:E; [reflexivity|]. exfalso.
  assert (N : forallb (litb b) (map neg (proved s)) = true).
  { apply forallb_forall. intros l I. apply in_map_iff in I as (k & <- & I).
    unfold satb in E. apply not_true_iff_false in E. destruct k as [[t c] v]. unfold litb, neg.
    destruct (Bool.eqb t (b c =? v)) eqn:K; [|destruct t, (b c =? v); auto].
    exfalso. apply E, existsb_exists. exists (t, c, v). auto. }
  destruct (assume_all_ok b _ d0 W N) as (d & Ed & Wd). rewrite Ed in C.
  destruct (propagate_ok b db (hints s) S d Wd) as (d' & E' & W'). rewrite E' in C.
  destruct (by_rule s) as [why|]; [|discriminate]. rewrite (refuted_by_ok b rs why d' R W') in C. discriminate.
Qed.

Lemma run_ok b d0 rs steps : within b d0 -> sound_refuters b rs ->
  forall db i, sound b db -> run d0 rs db i steps <> Contradiction.
Proof.
  intros W R. induction steps as [|s steps IH]; simpl; intros db i S; [discriminate|].
  destruct (check_step d0 rs db s) eqn:C; [|discriminate].
  apply (check_step_ok b d0 rs db s W R S) in C. destruct (proved s) as [|l cl] eqn:P; [discriminate|].
  apply IH. intros j k. destruct (Pos.eq_dec j i) as [->|n]; [rewrite M.gss; intros [= <-]; exact C|].
  rewrite M.gso by exact n. apply S.
Qed.

(* ---- no answer but these ---- *)
Definition against (p : puzzle) (b : board) : clause := map (fun c => (false, c, b c)) (shown p).

Fixpoint numbered {A} (i : positive) (l : list A) (m : M.t A) : M.t A * positive :=
  match l with [] => (m, i) | x :: r => numbered (Pos.succ i) r (M.add i x m) end.

(* A cell that may hold nothing. *)
Definition no_value (d : doms) : bool := existsb (fun cv => match snd cv with [] => true | _ => false end) (M.elements d).

Definition refute_others (p : puzzle) (known : list board) (steps : list step) : outcome :=
  let d := start_of p in
  if no_value d then Contradiction else
  let '(db, i) := numbered 1%positive (map (against p) known) (M.empty clause) in
  run d (refuters_of p) db i steps.

Lemma no_value_ok b d : within b d -> no_value d = false.
Proof.
  intros W. apply not_true_iff_false. intros N. apply existsb_exists in N as ([c [|? ?]] & I & E); [|discriminate].
  apply M.elements_complete, W in I. exact I.
Qed.

Lemma numbered_ok {A} (P : A -> Prop) l : forall i m, (forall x, In x l -> P x) ->
  (forall j x, M.find j m = Some x -> P x) -> forall j x, M.find j (fst (numbered i l m)) = Some x -> P x.
Proof.
  induction l as [|y l IH]; simpl; intros i m L H; [exact H|]. apply IH; [auto|]. intros j x.
  destruct (Pos.eq_dec j i) as [->|n]; [rewrite M.gss; intros [= <-]; auto | rewrite M.gso by exact n; apply H].
Qed.

Lemma against_ok p b b' : satb b' (against p b) = false -> alike p b b'.
Proof.
  intros S c I. apply not_true_iff_false in S. destruct (b' c =? b c) eqn:Q; [apply Z.eqb_eq, Q|].
  exfalso. apply S, existsb_exists. exists (false, c, b c). split.
  - apply (in_map (fun c => (false, c, b c))), I.
  - unfold litb. rewrite Q. reflexivity.
Qed.

Lemma refute_others_ok p known steps : refute_others p known steps = Contradiction ->
  forall b', answer p b' -> exists b, In b known /\ alike p b b'.
Proof.
  unfold refute_others. intros R b' B. rewrite (no_value_ok b') in R by apply start_within, B.
  destruct (existsb (fun b => negb (satb b' (against p b))) known) eqn:E.
  - apply existsb_exists in E as (b & I & E). exists b. split; [exact I|]. apply against_ok, negb_true_iff, E.
  - exfalso. destruct (numbered 1 (map (against p) known) (M.empty clause)) as [db i] eqn:N. revert R.
    apply (run_ok b'); [apply start_within, B | apply refuters_sound, B|].
    intros j cl F. apply (numbered_ok (fun cl => satb b' cl = true) (map (against p) known) 1%positive (M.empty clause))
      with (j := j).
    + intros x I. apply in_map_iff in I as (b & <- & I). apply negb_false_iff. apply not_true_iff_false. intros H.
      rewrite <- not_true_iff_false in E. apply E, existsb_exists. eauto.
    + intros k x G. rewrite M.gempty in G. discriminate.
    + rewrite N. exact F.
Qed.
