-- Requests a withdrawal: key, address, quote, minimum, hold, class and limit under the lock of the customer, as a freeze and
-- a legal hold lock, and of the balance, so that two callers come one after another. What is requested at once in two coins
-- counts together. Outcomes: `requested` · `insufficient_balance` · `repeated`, ref is the first · `key_reused` for another
-- request · `address_missing` · `address_waiting` until a time · `below_minimum` and not the whole balance · `quote_gone`,
-- or it was for another request · `legal_hold` that the customer is notified of · `frozen`. Whatever is not `requested` has
-- changed nothing. Under a hold that the customer may not be notified of, it is requested and stays in review.
create or replace function wallet.request_withdrawal(
  p_request wallet.withdrawal_request, p_rules wallet.withdrawal_rules, p_route text, p_key text, p_request_hash bytea)
returns table (outcome text, ref uuid, free bigint, until timestamptz)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_free bigint;
  v_replay record;
  v_to wallet.addresses;
  v_origin boolean;
  v_needed smallint;
  v_total numeric;
  v_limited numeric;
  v_status text;
  v_customer_status text;
begin
  -- The customer first, as a legal hold and a freeze lock: either they are before this request, or find it.
  select c.status into v_customer_status from accounts.customers c where c.id = p_request.customer_id for no key update;
  if v_customer_status = 'FROZEN_BY_USER' then
    return query select 'frozen', null::uuid, 0::bigint, null::timestamptz; return;
  end if;
  v_free := ledger.lock_withdrawable(p_request.account_id, p_request.asset);
  if p_key is not null then
    select k.outcome, k.ref into v_replay
    from ledger.known(array[p_request.account_id], row(p_route, array[p_key], array[p_request_hash])::ledger.call_keys) k;
    if found then
      return query select v_replay.outcome, v_replay.ref, v_free, null::timestamptz;
      return;
    end if;
  end if;
  if not exists (select from accounts.customers c where c.id = p_request.customer_id and c.account_id = p_request.account_id) then
    raise exception 'an account is its customer''s' using errcode = 'P0001';
  end if;
  if v_customer_status = 'LEGAL_HOLD' then
    return query select 'legal_hold', null::uuid, v_free, null::timestamptz; return;
  end if;
  select * into v_to from wallet.addresses a
  where a.id = p_request.address_id and a.customer_id = p_request.customer_id and a.coin = p_request.coin and a.network = p_request.network and a.status <> 'DELETED' for share;
  if not found then
    return query select 'address_missing', null::uuid, v_free, null::timestamptz; return;
  end if;
  if v_to.active_at > p_request.at then
    return query select 'address_waiting', null::uuid, v_free, v_to.active_at; return;
  end if;
  if p_rules.changed_at + interval '24 hours' > p_request.at and not wallet.was_paid_to(p_request.customer_id, p_request.network, v_to.address, v_to.memo) then
    return query select 'address_waiting', null::uuid, v_free, p_rules.changed_at + interval '24 hours'; return;
  end if;
  if p_request.amount < p_rules.min and p_request.amount <> v_free then
    return query select 'below_minimum', null::uuid, v_free, null::timestamptz; return;
  end if;
  if p_request.amount > v_free then
    return query select 'insufficient_balance', null::uuid, v_free, null::timestamptz; return;
  end if;
  delete from wallet.withdrawal_quotes q where q.id = p_request.quote_id and q.customer_id = p_request.customer_id and q.method = p_request.method
    and q.address_id = p_request.address_id and q.amount = p_request.amount and q.fee = p_request.fee and q.ends_at > p_request.at;
  if not found then
    return query select 'quote_gone', null::uuid, v_free, null::timestamptz; return;
  end if;

  if not ledger.set_aside(p_request.id, p_request.account_id, p_request.asset, p_request.amount, p_request.at) then
    raise exception 'a free balance that is locked has changed' using errcode = 'P0001';
  end if;
  -- What was requested while this one waited for the lock counts too, though its moment is later.
  v_origin := p_request.amount <= wallet.left_to_origin(p_request.customer_id, p_request.coin, p_request.network, v_to.address);
  v_total := wallet.withdrawn_usdt(p_request.customer_id, p_request.at - interval '24 hours', 'infinity', p_rules.prices, p_request.id, false)
    + wallet.usdt_of(p_request.coin, p_request.amount, p_rules.prices);
  v_limited := wallet.withdrawn_usdt(p_request.customer_id, p_request.at - interval '24 hours', 'infinity', p_rules.prices, p_request.id, true)
    + wallet.usdt_of(p_request.coin, p_request.amount, p_rules.prices);
  v_needed := wallet.approvals_for(v_total, p_rules.auto, p_rules.one);
  v_status := case when v_needed = 0 and not accounts.is_held(p_request.customer_id) then 'AUTO_OK' else 'REVIEW' end;
  if not v_origin and v_limited > p_rules.day_limit then v_status := 'REVIEW'; end if;

  insert into wallet.withdrawals (id, order_no, customer_id, account_id, method, coin, network, chain, address_id, address, memo,
    asset, amount, fee, net, requested_at, due_at, confirmed_by, payload_hash, prices, to_origin, status, moved_at, approvals_needed, retry_at)
  values (p_request.id, p_request.order_no, p_request.customer_id, p_request.account_id, p_request.method, p_request.coin, p_request.network, p_request.chain, p_request.address_id, v_to.address, v_to.memo,
    p_request.asset, p_request.amount, p_request.fee, p_request.amount - p_request.fee, p_request.at, p_request.at + interval '24 hours', p_request.confirmed_by, p_request.payload_hash, p_rules.prices, v_origin, 'REQUESTED',
    p_request.at, v_needed, p_request.at);
  update wallet.withdrawals w set status = v_status, moved_at = p_request.at where w.id = p_request.id;
  -- Beyond what may leave in a day: the rule decides at once and gives the money back, instead of a day's wait for it.
  if not v_origin and v_limited > p_rules.day_limit then
    perform ledger.release(p_request.id, p_request.amount);
    update wallet.withdrawals w set status = 'REJECTED', reason_code = 'KYC_LIMIT', moved_at = p_request.at where w.id = p_request.id;
  end if;
  if p_key is not null then
    perform ledger.remember(p_request.account_id, p_key, p_route, p_request_hash, p_request.id, p_request.at);
  end if;
  return query select 'requested', p_request.id, v_free - p_request.amount, null::timestamptz;
end $$;
grant execute on function wallet.request_withdrawal to api;
