-- What persons and the payout do with a withdrawal that was asked for, to its end.

-- One operator's word, in REVIEW alone. outcome 0: counted · 1: not in review, or another payload · 2: this operator has
-- given his word already.
create function wallet.approve_withdrawal(p_id uuid, p_operator uuid, p_name text, p_payload bytea, p_assertion text, p_at timestamptz)
returns table (outcome smallint, status text, given integer, needed smallint)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_row wallet.withdrawals;
  v_given integer;
begin
  select * into v_row from wallet.withdrawals w where w.id = p_id for update;
  if not found or v_row.status <> 'REVIEW' or v_row.payload_hash <> p_payload then
    return query select 1::smallint, v_row.status, 0, v_row.approvals_needed; return;
  end if;
  insert into wallet.withdrawal_verdicts (withdrawal_id, operator_id, operator_name, verdict, payload_hash, assertion, at)
  values (p_id, p_operator, p_name, 'APPROVE', p_payload, p_assertion, p_at) on conflict do nothing;
  if not found then
    return query select 2::smallint, v_row.status, 0, v_row.approvals_needed; return;
  end if;
  select count(*) into v_given from wallet.withdrawal_verdicts v where v.withdrawal_id = p_id and v.verdict = 'APPROVE';
  if v_given >= v_row.approvals_needed then
    update wallet.withdrawals w set status = 'APPROVED', moved_at = p_at, retry_at = p_at where w.id = p_id;
    v_row.status := 'APPROVED';
  end if;
  return query select 0::smallint, v_row.status, v_given, v_row.approvals_needed;
end $$;

-- As above for a refusal by a reason of the closed list; LEGAL_HOLD takes two who name the same order. The money is back
-- in the same statement.
create function wallet.reject_withdrawal(
  p_id uuid, p_operator uuid, p_name text, p_reason text, p_ref text, p_payload bytea, p_assertion text, p_at timestamptz)
returns table (outcome smallint, status text, given integer, needed smallint)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_row wallet.withdrawals;
  v_given integer;
  v_needed smallint := case when p_reason = 'LEGAL_HOLD' then 2 else 1 end;
begin
  select * into v_row from wallet.withdrawals w where w.id = p_id for update;
  if not found or v_row.status <> 'REVIEW' or v_row.payload_hash <> p_payload then
    return query select 1::smallint, v_row.status, 0, v_needed; return;
  end if;
  insert into wallet.withdrawal_verdicts (withdrawal_id, operator_id, operator_name, verdict, payload_hash, reason_code, reason_ref, assertion, at)
  values (p_id, p_operator, p_name, 'REJECT', p_payload, p_reason, p_ref, p_assertion, p_at) on conflict do nothing;
  if not found then
    return query select 2::smallint, v_row.status, 0, v_needed; return;
  end if;
  select count(*) into v_given from wallet.withdrawal_verdicts v
  where v.withdrawal_id = p_id and v.verdict = 'REJECT' and v.reason_code = p_reason and v.reason_ref is not distinct from p_ref;
  if v_given >= v_needed then
    perform ledger.release(p_id, v_row.amount);
    update wallet.withdrawals w set status = 'REJECTED', reason_code = p_reason, reason_ref = p_ref, moved_at = p_at where w.id = p_id;
    v_row.status := 'REJECTED';
  end if;
  return query select 0::smallint, v_row.status, v_given, v_needed;
end $$;

-- The withdrawal that has waited longest in one of these states and may be tried now, held until the transaction ends.
create function wallet.next_withdrawal(p_states text[], p_at timestamptz) returns setof wallet.withdrawals
language sql security definer set search_path = '' as $$
  select * from wallet.withdrawals w where w.status = any (p_states) and w.retry_at <= p_at
  order by w.retry_at, w.requested_at limit 1 for no key update skip locked
$$;

create function wallet.take_withdrawal(p_id uuid, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update wallet.withdrawals w set status = 'PROCESSING', moved_at = p_at, retry_at = p_at, waits_for = null
  where w.id = p_id and w.status in ('AUTO_OK', 'APPROVED');
  return found;
end $$;

-- Gives a withdrawal to persons that by now asks for more of them than have signed.
create function wallet.ask_persons(p_id uuid, p_needed smallint, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update wallet.withdrawals w set status = 'REVIEW', moved_at = p_at, approvals_needed = greatest(p_needed, 1)
  where w.id = p_id and w.status in ('AUTO_OK', 'APPROVED');
  return found;
end $$;

-- Puts a try off, and says for what it waits.
create function wallet.put_off_withdrawal(p_id uuid, p_why text, p_until timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update wallet.withdrawals w set waits_for = p_why, retry_at = p_until
  where w.id = p_id and w.status in ('AUTO_OK', 'APPROVED', 'PROCESSING', 'BROADCAST');
end $$;

-- Keeps what is about to be sent before it is sent, so that it can only be sent again and never anew.
create function wallet.broadcast_withdrawal(p_id uuid, p_txid text, p_signed bytea, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update wallet.withdrawals w set status = 'BROADCAST', moved_at = p_at, retry_at = p_at, txid = p_txid, signed = p_signed
  where w.id = p_id and w.status = 'PROCESSING';
  return found;
end $$;

-- The chain has it: net leaves through the custody of its chain, the fee is the house's. What that custody has not
-- received is the house's own coins, or coins that customers brought over another chain; they are moved there first.
create function wallet.complete_withdrawal(p_id uuid, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_row wallet.withdrawals;
  v_custody bigint;
  v_revenue bigint := (select a.id from ledger.accounts a where a.name = 'revenue:withdraw');
begin
  update wallet.withdrawals w set status = 'COMPLETED', moved_at = p_at, completed_at = p_at, waits_for = null
  where w.id = p_id and w.status = 'BROADCAST' returning * into v_row;
  if not found then return false; end if;
  v_custody := (select a.id from ledger.accounts a where a.name = 'custody:' || v_row.chain);
  -- The house's rows first and in the order of their accounts, as every entry locks them.
  perform ledger.fill_custody(v_custody, v_row.asset, v_row.net, p_id, p_at);
  perform 1 from ledger.balances b where b.account_id = v_revenue and b.asset = v_row.asset for update;
  perform ledger.capture(p_id, v_row.net, v_custody, 'withdrawal', p_at);
  if v_row.fee > 0 then perform ledger.capture(p_id, v_row.fee, v_revenue, 'withdrawal.fee', p_at); end if;
  update wallet.addresses a set last_used_at = p_at where a.id = v_row.address_id;
  return true;
end $$;

-- Gives the money back. What was broadcast fails only by the chain's own proof that it is not included.
create function wallet.fail_withdrawal(p_id uuid, p_proof text, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_amount bigint;
begin
  update wallet.withdrawals w set status = 'FAILED', moved_at = p_at, waits_for = null
  where w.id = p_id and (w.status = 'PROCESSING' or (w.status = 'BROADCAST' and length(p_proof) > 0))
  returning w.amount into v_amount;
  if not found then return false; end if;
  perform ledger.release(p_id, v_amount);
  return true;
end $$;

-- A customer's balance of one asset as its entries say, what of it is on hold, and whether this withdrawal's hold is there.
create function wallet.derived_balance(p_id uuid) returns table (entries bigint, held bigint, kept bigint, own bigint)
language sql stable security definer set search_path = '' as $$
  select
    coalesce((select sum(line.amount) from ledger.entries e, unnest(e.accounts, e.assets, e.amounts) as line(account, asset, amount)
      where e.owner = w.account_id and line.account = w.account_id and line.asset = w.asset), 0)::bigint,
    coalesce((select sum(h.amount) from ledger.holds h where h.account_id = w.account_id and h.asset = w.asset), 0)::bigint,
    coalesce((select sum(b.free + b.held) from ledger.balances b where b.account_id = w.account_id and b.asset = w.asset), 0)::bigint,
    coalesce((select h.amount from ledger.holds h where h.id = w.id and h.account_id = w.account_id and h.asset = w.asset), 0)::bigint
  from wallet.withdrawals w where w.id = p_id
$$;

-- Whoever runs code as the role `console` could write an operator, a role and a passkey of his own making, and sign with it
-- what the payout believes. A key and a role count there a day after the database itself has written down that they came, as
-- a new address does.
alter table operators.passkeys add column recorded_at timestamptz not null default wallet.product_time();
alter table operators.roles add column recorded_at timestamptz not null default wallet.product_time();

-- The keys whose assertions count, of whom, and from when on: what the payout process checks approvals against.
create view operators.approvers as
  select p.credential_id, p.operator_id, o.name, p.public_key, p.origin,
    coalesce((select array_agg(r.role order by r.role) from operators.roles r where r.operator_id = o.id), '{}') as roles,
    greatest(p.recorded_at, (select max(r.recorded_at) from operators.roles r
      where r.operator_id = o.id and r.role in ('finance1', 'finance2'))) + interval '24 hours' as counts_from
  from operators.passkeys p join operators.operators o on o.id = p.operator_id where o.status = 'ACTIVE';

revoke all on all functions in schema wallet from public;
grant execute on function wallet.approve_withdrawal, wallet.reject_withdrawal to console;
grant execute on function wallet.next_withdrawal, wallet.take_withdrawal, wallet.ask_persons, wallet.put_off_withdrawal,
  wallet.broadcast_withdrawal, wallet.complete_withdrawal, wallet.fail_withdrawal, wallet.derived_balance to payout;

grant select on operators.approvers to console, payout;

-- What the payout checks again by itself.
grant usage on schema accounts, auth, markets, sandbox to payout;
grant usage on schema sandbox to console;
grant select (id, account_id, status, tier) on accounts.customers to payout;
grant select on auth.security_changes to payout;
grant select (customer_id, enabled_at) on auth.totps to payout;
grant select (customer_id, created_at) on auth.passkeys to payout;
grant select (code, last_ts, last_price) on markets.instruments to payout;
grant select on sandbox.clock to payout;
