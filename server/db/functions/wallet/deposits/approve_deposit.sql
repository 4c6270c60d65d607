-- An operator's approval of a credit, signed over the claim and the amount. It replaces what this operator signed before in
-- the round. Only approvals over the same values count together. outcome: 'credited' · 'waits' for another's · 'same'
-- operator and values again · 'known': credited under another claim · 'state', 'round' or 'revision': not what the operator
-- saw · 'amount': the chain shows another · 'evidence': neither proof opened nor chain · 'unsigned': not over these values.
create or replace function wallet.approve_deposit(
  p_id uuid, p_round smallint, p_revision bigint, p_operator uuid, p_amount bigint, p_from text, p_price bigint,
  p_assertion jsonb, p_at timestamptz)
returns table (outcome text, approvals integer, needed integer, replaced bigint)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_deposit wallet.deposits;
  v_given integer;
  v_needed integer;
  v_before bigint;
  v_replaced bigint;
  v_exact boolean;
begin
  perform wallet.hold_deposit_transaction(p_id);
  select * into v_deposit from wallet.deposits d where d.id = p_id for update;
  if not found or v_deposit.status not in ('SUBMITTED', 'CONFIRMING', 'ON_HOLD_AML') then
    return query select 'state', 0, 0, null::bigint; return;
  end if;
  if v_deposit.round <> p_round then return query select 'round', 0, 0, null::bigint; return; end if;
  v_before := case when v_deposit.part then wallet.credited_of(v_deposit) end;
  -- Credits of one operator come one after another: what they come to in a day counts.
  perform pg_advisory_xact_lock(hashtextextended('credits by ' || p_operator, 22));
  v_needed := wallet.approvals_needed(v_deposit, p_amount, p_price, wallet.may_credit_alone(p_operator, p_at));
  select a.amount into v_replaced from wallet.deposit_approvals a
  where a.deposit_id = p_id and a.round = p_round and a.operator_id = p_operator and a.withdrawn_at is null;
  if exists (select 1 from wallet.deposit_approvals a
    where a.deposit_id = p_id and a.round = p_round and a.operator_id = p_operator and a.withdrawn_at is null
      and a.amount = p_amount and a.from_address = p_from and a.credited_before is not distinct from v_before) then
    return query select 'same', 1, v_needed, v_replaced; return;
  end if;
  if p_revision <> wallet.next_revision(p_id, p_round, p_operator) then
    return query select 'revision', 0, v_needed, v_replaced; return;
  end if;
  if wallet.evidence_of(p_id, p_operator) is null then return query select 'evidence', 0, v_needed, v_replaced; return; end if;
  if not wallet.is_shown(v_deposit, p_amount) then return query select 'amount', 0, v_needed, v_replaced; return; end if;
  if operators.is_over(p_operator, p_assertion, wallet.deposit_payload('deposit.credit', v_deposit, p_revision,
      array['amount', 'fromAddress'] || case when v_deposit.part then array['creditedBefore'] end,
      array[wallet.money_text(v_deposit.asset, p_amount), p_from]
        || case when v_deposit.part then array[wallet.money_text(v_deposit.asset, v_before)] end), array['finance1', 'finance2'])
    is distinct from true then
    return query select 'unsigned', 0, v_needed, v_replaced; return;
  end if;

  perform wallet.withdraw_own(p_id, p_round, p_operator, p_at);
  insert into wallet.deposit_approvals (deposit_id, round, operator_id, revision, operator_name, amount, from_address, credited_before, assertion, at)
  values (p_id, p_round, p_operator, p_revision, operators.name_of(p_operator), p_amount, p_from, v_before, p_assertion, p_at);
  if v_deposit.status = 'SUBMITTED' then
    update wallet.deposits d set status = 'CONFIRMING' where d.id = p_id;
  end if;
  select count(*)::int into v_given from wallet.deposit_approvals a
  where a.deposit_id = p_id and a.round = p_round and a.withdrawn_at is null and a.amount = p_amount and a.from_address = p_from
    and a.credited_before is not distinct from v_before and wallet.is_finance(a.operator_id);
  if v_given < v_needed then return query select 'waits', v_given, v_needed, v_replaced; return; end if;
  -- A sender named by the chain overrides the one an operator named.
  v_exact := exists (select from wallet.seen_of(p_id));
  update wallet.deposits d set from_address = case when v_exact then coalesce(d.from_address, nullif(p_from, ''))
    else coalesce(nullif(p_from, ''), d.from_address) end
  where d.id = p_id returning * into v_deposit;
  if wallet.book_credit(v_deposit, p_amount, floor(p_amount::numeric * wallet.checked_price(v_deposit.asset, p_price)
      / 10::numeric ^ ledger.asset_scale(v_deposit.asset))::bigint, not v_exact, p_at) is null then
    return query select 'known', v_given, v_needed, v_replaced; return;
  end if;
  return query select 'credited', v_given, v_needed, v_replaced;
end $$;
grant execute on function wallet.approve_deposit to console;
