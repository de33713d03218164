(* Rules about values of cells.  For each rule: [refutes], true only if no board within some domains obeys it, and
   [obeys], true only if a board does. *)
From Coq Require Import List ZArith Bool Lia FMapPositive.
From Coversat Require Import Rules Checker.Domains.
Import ListNotations.
Local Open Scope Z_scope.

(* ---- AllDifferent: a value twice, or fewer values than cells ---- *)
Fixpoint all_different (l : list value) : bool :=
  match l with [] => true | x :: r => negb (mem x r) && all_different r end.

Lemma all_different_ok l : all_different l = true <-> NoDup l.
Proof.
  induction l as [|x l IH]; simpl; [split; auto; constructor|].
  rewrite andb_true_iff, negb_true_iff, NoDup_cons_iff, IH, <- mem_In. destruct (mem x l); intuition congruence.
Qed.

Definition fixed_values (d : doms) (cells : list cell) : list value :=
  flat_map (fun c => match M.find c d with Some [v] => [v] | _ => [] end) cells.

Fixpoint union (d : doms) (cells : list cell) : option (list value) :=
  match cells with
  | [] => Some []
  | c :: rest => match M.find c d, union d rest with
                 | Some l, Some u => Some (with_all Z.eqb l u)
                 | _, _ => None
                 end
  end.

Definition refutes_different (d : doms) (cells : list cell) : bool :=
  negb (all_different (fixed_values d cells)) ||
  match union d cells with Some u => (length u <? length cells)%nat | None => false end.

Lemma fixed_in b d v cells : within b d -> In v (fixed_values d cells) -> In v (map b cells).
Proof.
  intros W. induction cells as [|c cells IH]; simpl; [auto|]. rewrite in_app_iff. intros [I|I]; [|auto].
  destruct (M.find c d) as [[|x [|? ?]]|] eqn:F; try destruct I as [->|[]]; try (now destruct I).
  apply W in F. destruct F as [->|[]]. auto.
Qed.

Lemma fixed_once b d cells : within b d -> NoDup (map b cells) -> NoDup (fixed_values d cells).
Proof.
  intros W. induction cells as [|c cells IH]; simpl; [auto|]. intros N. apply NoDup_cons_iff in N as [N1 N2].
  destruct (M.find c d) as [[|x [|? ?]]|] eqn:F; simpl; auto.
  apply W in F. destruct F as [->|[]]. constructor; [|auto]. intros I. apply N1. eapply fixed_in; eauto.
Qed.

Lemma union_ok b d cells : within b d -> forall u, union d cells = Some u -> incl (map b cells) u.
Proof.
  intros W. induction cells as [|c cells IH]; simpl; intros u.
  - intros _ ? [].
  - destruct (M.find c d) as [l|] eqn:F; [|discriminate]. destruct (union d cells) as [u'|]; [|discriminate].
    intros [= <-] v I. apply with_all_ok; [exact Z_eqb_ok|]. destruct I as [<-|I]; [left | right].
    + apply (W _ _ F).
    + apply (IH _ eq_refl), I.
Qed.

Lemma refutes_different_ok b d cells : within b d -> refutes_different d cells = true -> ~ NoDup (map b cells).
Proof.
  unfold refutes_different. intros W R N. apply orb_true_iff in R as [R|R].
  - apply negb_true_iff in R. apply (fixed_once b d cells W), all_different_ok in N. congruence.
  - destruct (union d cells) as [u|] eqn:U; [|discriminate]. apply Nat.ltb_lt in R.
    apply (union_ok b d cells W) in U. apply (NoDup_incl_length N) in U. autorewrite with list in U. lia.
Qed.

(* ---- Cage and Sets: the sets of values that the cells may have, as increasing lists ---- *)
Fixpoint insert (v : value) (l : list value) : list value :=
  match l with [] => [v] | x :: r => if v <? x then v :: l else x :: insert v r end.

Fixpoint possible_sets (d : doms) (cells : list cell) : option (list (list value)) :=
  match cells with
  | [] => Some [[]]
  | c :: rest =>
      match M.find c d, possible_sets d rest with
      | Some l, Some found =>
          Some (distinct same (flat_map (fun s => flat_map (fun v => if mem v s then [] else [insert v s]) l) found))
      | _, _ => None
      end
  end.

Definition refutes_cage (d : doms) (cells : list cell) (total : Z) : bool :=
  match possible_sets d cells with Some found => negb (existsb (fun s => sum s =? total) found) | None => false end.

Definition same_elements (s t : list value) : bool :=
  forallb (fun v => mem v t) s && forallb (fun v => mem v s) t.

Definition refutes_sets (d : doms) (cells : list cell) (sets : list (list value)) : bool :=
  match possible_sets d cells with
  | Some found => negb (existsb (fun s => existsb (same_elements s) sets) found)
  | None => false
  end.

Definition obeys_sets (word : list value) (sets : list (list value)) : bool :=
  all_different word && existsb (same_elements word) sets.

Lemma insert_in v l x : In x (insert v l) <-> x = v \/ In x l.
Proof.
  induction l as [|y l IH]; simpl; [intuition auto|]. destruct (v <? y); simpl; [intuition auto|]. rewrite IH. tauto.
Qed.

Lemma insert_sum v l : sum (insert v l) = v + sum l.
Proof. induction l as [|y l IH]; simpl; [reflexivity|]. destruct (v <? y); simpl; lia. Qed.

Lemma possible_sets_ok b d cells : within b d -> NoDup (map b cells) -> forall found, possible_sets d cells = Some found ->
  exists s, In s found /\ sum s = sum (map b cells) /\ forall x, In x s <-> In x (map b cells).
Proof.
  intros W. induction cells as [|c cells IH]; simpl; intros N found.
  - intros [= <-]. exists []. simpl. intuition auto.
  - apply NoDup_cons_iff in N as [N1 N2].
    destruct (M.find c d) as [l|] eqn:F; [|discriminate]. destruct (possible_sets d cells) as [found'|]; [|discriminate].
    intros [= <-]. destruct (IH N2 _ eq_refl) as (s & I & E & K). exists (insert (b c) s). split; [|split].
    + apply distinct_ok; [intros x y; apply same_ok|]. apply in_flat_map. exists s. split; [exact I|].
      apply in_flat_map. exists (b c). split; [apply (W _ _ F)|]. destruct (mem (b c) s) eqn:M; [|now left].
      apply mem_In, K in M. contradiction.
    + rewrite insert_sum, E. reflexivity.
    + intros x. rewrite insert_in, K. intuition auto.
Qed.

Lemma refutes_cage_ok b d cells total : within b d -> refutes_cage d cells total = true ->
  ~ (NoDup (map b cells) /\ sum (map b cells) = total).
Proof.
  unfold refutes_cage. intros W R [N S]. destruct (possible_sets d cells) as [found|] eqn:E; [|discriminate].
  destruct (possible_sets_ok b d cells W N _ E) as (s & I & T & _). apply negb_true_iff, not_true_iff_false in R.
  apply R, existsb_exists. exists s. split; [exact I|]. apply Z.eqb_eq. congruence.
Qed.

Lemma same_elements_ok s t : same_elements s t = true <-> forall v, In v s <-> In v t.
Proof.
  unfold same_elements. rewrite andb_true_iff, !forallb_forall. split.
  - intros [S T] v. split; intros I; apply mem_In; auto.
  - intros E. split; intros v I; apply mem_In, E, I.
Qed.

Lemma refutes_sets_ok b d cells sets : within b d -> refutes_sets d cells sets = true -> ~ holds b (Sets cells sets).
Proof.
  unfold refutes_sets. intros W R [N (t & T & K)]. destruct (possible_sets d cells) as [found|] eqn:E; [|discriminate].
  destruct (possible_sets_ok b d cells W N _ E) as (s & I & _ & L). apply negb_true_iff, not_true_iff_false in R.
  apply R, existsb_exists. exists s. split; [exact I|]. apply existsb_exists. exists t. split; [exact T|].
  apply same_elements_ok. intros v. rewrite L, K. reflexivity.
Qed.

Lemma obeys_sets_ok b cells sets : obeys_sets (map b cells) sets = true -> holds b (Sets cells sets).
Proof.
  unfold obeys_sets. rewrite andb_true_iff, all_different_ok, existsb_exists. intros [N (s & I & E)].
  split; [exact N|]. exists s. split; [exact I|]. intros v. symmetry. revert v. apply same_elements_ok, E.
Qed.

(* ---- Count: how many must and how many may ---- *)
Lemma number_le {A} (f g : A -> bool) l : (forall x, f x = true -> g x = true) -> number f l <= number g l.
Proof.
  intros H. unfold number. induction l as [|x l IH]; simpl; [lia|].
  destruct (f x) eqn:F; [rewrite (H _ F); simpl; lia | destruct (g x); simpl; lia].
Qed.

Definition refutes_number {A} (lo hi : A -> bool) (l : list A) (numbers : list Z) : bool :=
  let least := number lo l in
  let most := number hi l in
  negb (existsb (fun n => (least <=? n) && (n <=? most)) numbers).

Lemma refutes_number_ok {A} (lo f hi : A -> bool) l numbers :
  (forall x, lo x = true -> f x = true) -> (forall x, f x = true -> hi x = true) ->
  refutes_number lo hi l numbers = true -> ~ In (number f l) numbers.
Proof.
  unfold refutes_number. intros A1 A2 R I. apply negb_true_iff in R.
  apply not_true_iff_false in R. apply R, existsb_exists. eexists. split; [exact I|].
  apply andb_true_iff. split; apply Z.leb_le, number_le; assumption.
Qed.

(* ---- sums of several numbers, each one of some ---- *)
Fixpoint sums (choices : list (list Z)) : list Z :=
  match choices with
  | [] => [0]
  | these :: rest => let found := sums rest in distinct Z.eqb (flat_map (fun k => map (Z.add k) found) these)
  end.

Lemma sums_ok l : forall choices, Forall2 (fun k these => In k these) l choices -> In (sum l) (sums choices).
Proof.
  induction l as [|k l IH]; intros choices F; inversion F; subst; simpl; [now left|].
  apply distinct_ok; [exact Z_eqb_ok|]. apply in_flat_map. exists k. split; [assumption|]. apply in_map. auto.
Qed.

(* ---- Sum ---- *)
Fixpoint choices (d : doms) (terms : list (Z * cell)) : option (list (list Z)) :=
  match terms with
  | [] => Some []
  | (k, c) :: rest => match M.find c d, choices d rest with
                      | Some l, Some found => Some (map (Z.mul k) l :: found)
                      | _, _ => None
                      end
  end.

Definition refutes_sum (d : doms) (terms : list (Z * cell)) (totals : list Z) : bool :=
  match choices d terms with Some found => negb (existsb (fun s => mem s totals) (sums found)) | None => false end.

Lemma choices_ok b d terms : within b d -> forall found, choices d terms = Some found ->
  Forall2 (fun k these => In k these) (map (fun t => fst t * b (snd t)) terms) found.
Proof.
  intros W. induction terms as [|[k c] terms IH]; simpl; intros found.
  - intros [= <-]. constructor.
  - destruct (M.find c d) as [l|] eqn:F; [|discriminate]. destruct (choices d terms) as [rest|]; [|discriminate].
    intros [= <-]. constructor; [|auto]. apply in_map, (W _ _ F).
Qed.

Lemma refutes_sum_ok b d terms totals : within b d -> refutes_sum d terms totals = true ->
  ~ In (sum (map (fun t => fst t * b (snd t)) terms)) totals.
Proof.
  unfold refutes_sum. intros W R I. destruct (choices d terms) as [found|] eqn:E; [|discriminate].
  apply negb_true_iff, not_true_iff_false in R. apply R, existsb_exists. eexists. split; [|apply mem_In, I].
  apply sums_ok, (choices_ok b d); assumption.
Qed.

(* ---- Seen: how far one may see along each line ---- *)
Fixpoint leading_numbers (d : doms) (v : value) (line : list cell) : list Z :=
  match line with
  | [] => [0]
  | c :: rest =>
      (if must d c [v] then [] else [0]) ++ (if may d c [v] then map (Z.add 1) (leading_numbers d v rest) else [])
  end.

Definition refutes_seen (d : doms) (lines : list (list cell)) (v : value) (total : Z) : bool :=
  negb (mem total (sums (map (leading_numbers d v) lines))).

Lemma leading_ok b d v line : within b d -> In (leading v (map b line)) (leading_numbers d v line).
Proof.
  intros W. induction line as [|c line IH]; simpl; [now left|]. apply in_app_iff.
  destruct (b c =? v) eqn:E.
  - right. rewrite (may_ok b); [apply (in_map (Z.add 1)), IH | exact W | simpl; rewrite E; reflexivity].
  - left. destruct (must d c [v]) eqn:M; [|now left]. apply (must_ok b) in M; [|exact W]. simpl in M.
    rewrite E in M. discriminate.
Qed.

Lemma refutes_seen_ok b d lines v total : within b d -> refutes_seen d lines v total = true ->
  sum (map (fun line => leading v (map b line)) lines) <> total.
Proof.
  unfold refutes_seen. intros W R <-. apply negb_true_iff, not_true_iff_false in R. apply R, mem_In, sums_ok.
  clear R. induction lines as [|line lines IH]; constructor; [apply leading_ok, W | exact IH].
Qed.

(* ---- Table: the rows that are left ---- *)
Fixpoint fits (d : doms) (cells : list cell) (row : list value) : bool :=
  match cells, row with
  | [], [] => true
  | c :: cells, v :: row => may d c [v] && fits d cells row
  | _, _ => false
  end.

Lemma fits_ok b d cells : within b d -> fits d cells (map b cells) = true.
Proof.
  intros W. induction cells as [|c cells IH]; simpl; [reflexivity|]. rewrite IH, andb_true_r.
  apply (may_ok b); [exact W|]. simpl. rewrite Z.eqb_refl. reflexivity.
Qed.

Lemma refutes_table_ok b d cells rows : within b d -> negb (existsb (fits d cells) rows) = true -> ~ In (map b cells) rows.
Proof.
  intros W R H. apply negb_true_iff, not_true_iff_false in R. apply R, existsb_exists. eexists.
  split; [exact H | apply fits_ok, W].
Qed.

(* ---- If ---- *)
Definition refutes_if (d : doms) (c : cell) (v : value) (these : list (cell * value)) : bool :=
  must d c [v] && existsb (fun t => negb (may d (fst t) [snd t])) these.

Lemma refutes_if_ok b d c v these : within b d -> refutes_if d c v these = true -> ~ holds b (If c v these).
Proof.
  intros W R H. apply andb_true_iff in R as [M R]. apply (must_ok b) in M; [|exact W].
  apply mem_In in M. destruct M as [M|[]]. apply existsb_exists in R as ([e w] & I & R).
  apply negb_true_iff in R. rewrite (may_ok b) in R; [discriminate | exact W|]. simpl.
  rewrite (H (eq_sym M) _ _ I), Z.eqb_refl. reflexivity.
Qed.

Definition obeys_if (b : board) (c : cell) (v : value) (these : list (cell * value)) : bool :=
  negb (b c =? v) || forallb (fun t => b (fst t) =? snd t) these.

Lemma obeys_if_ok b c v these : obeys_if b c v these = true -> holds b (If c v these).
Proof.
  intros H E d w I. apply orb_true_iff in H as [H|H].
  - apply negb_true_iff, Z.eqb_neq in H. contradiction.
  - rewrite forallb_forall in H. apply H in I. apply Z.eqb_eq, I.
Qed.
