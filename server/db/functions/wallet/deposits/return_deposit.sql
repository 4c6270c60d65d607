-- One operator's confirmation that coins that are on hold, or were rejected, went back by a transaction; with the second
-- one's for the same transaction the deposit is returned. Two persons confirm it, as a credit: one who could record it
-- alone could make a deposit disappear that was never returned. outcome as of an approval; 'known': the coins have an owner.
create or replace function wallet.return_deposit(
  p_id uuid, p_round smallint, p_revision bigint, p_operator uuid, p_reference text, p_assertion jsonb, p_at timestamptz)
returns table (outcome text, approvals integer, needed integer)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_deposit wallet.deposits;
  v_given integer;
  v_needed constant integer := 2;
begin
  perform wallet.hold_deposit_transaction(p_id);
  select * into v_deposit from wallet.deposits d where d.id = p_id for update;
  if not found or v_deposit.status not in ('ON_HOLD_AML', 'REJECTED') then return query select 'state', 0, v_needed; return; end if;
  if v_deposit.round <> p_round then return query select 'round', 0, v_needed; return; end if;
  -- What a legal hold keeps is not sent back either.
  perform from accounts.customers c where c.id = v_deposit.customer_id for key share;
  if accounts.is_held(v_deposit.customer_id) then return query select 'held', 0, v_needed; return; end if;
  if v_deposit.status = 'REJECTED' and wallet.is_taken(v_deposit) then return query select 'known', 0, v_needed; return; end if;
  if exists (select 1 from wallet.deposit_returns r
    where r.deposit_id = p_id and r.round = p_round and r.operator_id = p_operator and r.withdrawn_at is null
      and r.reference = p_reference) then
    return query select 'same', 1, v_needed; return;
  end if;
  if p_revision <> wallet.next_revision(p_id, p_round, p_operator) then return query select 'revision', 0, v_needed; return; end if;
  if operators.is_over(p_operator, p_assertion, wallet.deposit_payload('deposit.return', v_deposit, p_revision,
      array['reference'], array[p_reference]), array['finance1', 'finance2']) is distinct from true then
    return query select 'unsigned', 0, v_needed; return;
  end if;
  -- Coins that went back have not arrived: an approval of the one withdraws the other.
  perform wallet.withdraw_own(p_id, p_round, p_operator, p_at);
  insert into wallet.deposit_returns (deposit_id, round, operator_id, revision, operator_name, reference, assertion, at)
  values (p_id, p_round, p_operator, p_revision, operators.name_of(p_operator), p_reference, p_assertion, p_at);
  select count(*)::int into v_given from wallet.deposit_returns r
  where r.deposit_id = p_id and r.round = p_round and r.withdrawn_at is null and r.reference = p_reference
    and wallet.is_finance(r.operator_id);
  if v_given < v_needed then return query select 'waits', v_given, v_needed; return; end if;
  update wallet.deposits d set status = 'RETURNED', reference = p_reference, reason_code = null, decided_at = p_at where d.id = p_id;
  return query select 'returned', v_given, v_needed;
end $$;
grant execute on function wallet.return_deposit to console;
