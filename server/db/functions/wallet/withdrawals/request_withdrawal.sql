-- Requests a withdrawal: key, address, quote, minimum, hold, class and limit under the lock of the customer, as a freeze and
-- a legal hold lock, and of the balance, so that two callers come one after another. What is requested at once in two coins
-- counts together. Outcomes: `requested` · `insufficient_balance` · `repeated`, ref is the first · `key_reused` for another
-- request · `address_missing` · `address_waiting` until a time · `below_minimum` and not the whole balance · `quote_gone`,
-- or it was for something else · `legal_hold` that the customer is told of · `frozen`. Whatever is not `requested` has
-- changed nothing. Under a hold that the customer may not be told of, it is requested and stays in review.
create or replace function wallet.request_withdrawal(
  p_id uuid, p_order_no bigint, p_customer uuid, p_account bigint, p_method text, p_coin text, p_network text, p_chain text,
  p_asset smallint, p_address uuid, p_amount bigint, p_fee bigint, p_min bigint, p_quote uuid, p_confirmed_by text,
  p_payload bytea, p_changed_at timestamptz, p_prices bigint[], p_auto bigint, p_one bigint, p_limit bigint,
  p_key text, p_request bytea, p_route smallint, p_at timestamptz)
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
  v_told text;
begin
  -- The customer first, as a legal hold and a freeze lock: either they are before this request, or find it.
  select c.status into v_told from accounts.customers c where c.id = p_customer for no key update;
  if v_told = 'FROZEN_BY_USER' then
    return query select 'frozen', null::uuid, 0::bigint, null::timestamptz; return;
  end if;
  v_free := ledger.lock_balance(p_account, p_asset);
  if p_key is not null then
    select k.outcome, k.ref into v_replay from ledger.known(array[p_account], array[p_key], array[p_request], p_route) k;
    if found then
      return query select case v_replay.outcome when 3 then 'repeated' else 'key_reused' end, v_replay.ref, v_free, null::timestamptz;
      return;
    end if;
  end if;
  if not exists (select from accounts.customers c where c.id = p_customer and c.account_id = p_account) then
    raise exception 'an account is its customer''s' using errcode = 'P0001';
  end if;
  if v_told = 'LEGAL_HOLD' then
    return query select 'legal_hold', null::uuid, v_free, null::timestamptz; return;
  end if;
  select * into v_to from wallet.addresses a
  where a.id = p_address and a.customer_id = p_customer and a.coin = p_coin and a.network = p_network and a.status <> 'DELETED' for share;
  if not found then
    return query select 'address_missing', null::uuid, v_free, null::timestamptz; return;
  end if;
  if v_to.active_at > p_at then
    return query select 'address_waiting', null::uuid, v_free, v_to.active_at; return;
  end if;
  if p_changed_at + interval '24 hours' > p_at and not wallet.was_paid_to(p_customer, p_network, v_to.address, v_to.memo) then
    return query select 'address_waiting', null::uuid, v_free, p_changed_at + interval '24 hours'; return;
  end if;
  if p_amount < p_min and p_amount <> v_free then
    return query select 'below_minimum', null::uuid, v_free, null::timestamptz; return;
  end if;
  if p_amount > v_free then
    return query select 'insufficient_balance', null::uuid, v_free, null::timestamptz; return;
  end if;
  delete from wallet.withdrawal_quotes q where q.id = p_quote and q.customer_id = p_customer and q.method = p_method
    and q.address_id = p_address and q.amount = p_amount and q.fee = p_fee and q.ends_at > p_at;
  if not found then
    return query select 'quote_gone', null::uuid, v_free, null::timestamptz; return;
  end if;

  if not ledger.set_aside(p_id, p_account, p_asset, p_amount, p_at) then
    raise exception 'a free balance that is locked has changed' using errcode = 'P0001';
  end if;
  -- What was asked for while this one waited for the lock counts too, though its moment is later.
  v_origin := p_amount <= wallet.left_to_origin(p_customer, p_coin, p_network, v_to.address);
  v_total := wallet.withdrawn_usdt(p_customer, p_at - interval '24 hours', 'infinity', p_prices, p_id, false)
    + wallet.usdt_of(p_coin, p_amount, p_prices);
  v_limited := wallet.withdrawn_usdt(p_customer, p_at - interval '24 hours', 'infinity', p_prices, p_id, true)
    + wallet.usdt_of(p_coin, p_amount, p_prices);
  v_needed := wallet.approvals_for(v_total, p_auto, p_one);
  v_status := case when v_needed = 0 and not accounts.is_held(p_customer) then 'AUTO_OK' else 'REVIEW' end;
  if not v_origin and v_limited > p_limit then v_status := 'REVIEW'; end if;

  insert into wallet.withdrawals (id, order_no, customer_id, account_id, method, coin, network, chain, address_id, address, memo,
    asset, amount, fee, net, requested_at, due_at, confirmed_by, payload_hash, prices, to_origin, status, moved_at, approvals_needed, retry_at)
  values (p_id, p_order_no, p_customer, p_account, p_method, p_coin, p_network, p_chain, p_address, v_to.address, v_to.memo,
    p_asset, p_amount, p_fee, p_amount - p_fee, p_at, p_at + interval '24 hours', p_confirmed_by, p_payload, p_prices, v_origin, 'REQUESTED',
    p_at, v_needed, p_at);
  update wallet.withdrawals w set status = v_status, moved_at = p_at where w.id = p_id;
  -- Beyond what may leave in a day: the rule decides at once and gives the money back, instead of a day's wait for it.
  if not v_origin and v_limited > p_limit then
    perform ledger.release(p_id, p_amount);
    update wallet.withdrawals w set status = 'REJECTED', reason_code = 'KYC_LIMIT', moved_at = p_at where w.id = p_id;
  end if;
  if p_key is not null then
    perform ledger.remember(p_account, p_key, p_route, p_request, p_id, p_at);
  end if;
  return query select 'requested', p_id, v_free - p_amount, null::timestamptz;
end $$;
grant execute on function wallet.request_withdrawal to api;
