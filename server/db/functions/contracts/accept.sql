-- Takes an order: key, limits, exposure, what it sets aside, the row and its signed record. `p_order` is a row of
-- contracts.orders; `p_limits` {"positions", "notional", "instrument", "total"}, amounts in smallest units; `p_spend_limits`
-- those of the customer's own, [[what, since, max]], in which the order counts with `p_stake`, its margin.
-- Outcomes: 'accepted' · 'repeated', ref is the first order · 'key_reused' · 'positions', 'notional': the customer's limits ·
-- 'spend_limit': beyond that of the position `spend_limit` · 'exposure': the house's, `exposure_left` is what it still takes ·
-- 'margin'.
create or replace function contracts.accept(
  p_order contracts.orders, p_calls ledger.call_keys, p_limits jsonb, p_records contracts.signed_records,
  p_spend_limits jsonb, p_stake bigint)
returns table (outcome text, ref uuid, exposure_left bigint, spend_limit integer)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_known record;
  v_tradable bigint;
  v_open record;
  v_left bigint;
  v_beyond integer;
begin
  perform ledger.must_be_customer(p_order.account_id);
  select b.tradable into v_tradable from ledger.lock_balances(array[p_order.account_id], array[p_order.asset]) b;
  if p_calls.keys[1] is not null then
    select k.outcome, k.ref into v_known from ledger.known(array[p_order.account_id], p_calls) k;
    if found then return query select v_known.outcome, v_known.ref, null::bigint, null::int; return; end if;
  end if;
  select one.position::int into v_beyond
  from jsonb_array_elements(p_spend_limits) with ordinality one(spend_limit, position)
  where safeguards.spent(p_order.account_id, p_order.asset, one.spend_limit ->> 0, (one.spend_limit ->> 1)::timestamptz)
    + case one.spend_limit ->> 0 when 'open' then 1 else p_stake end > (one.spend_limit ->> 2)::bigint
  order by one.position limit 1;
  if found then return query select 'spend_limit', null::uuid, null::bigint, v_beyond; return; end if;
  select count(*) as n, coalesce(sum(o.notional), 0) as notional into v_open from (
    select notional from contracts.positions p where p.account_id = p_order.account_id and p.asset = p_order.asset
    union all
    select notional from contracts.orders o where o.account_id = p_order.account_id and o.asset = p_order.asset) o;
  if v_open.n >= (p_limits ->> 'positions')::int then return query select 'positions', null::uuid, null::bigint, null::int; return; end if;
  if v_open.notional + p_order.notional > (p_limits ->> 'notional')::bigint then
    return query select 'notional', null::uuid, null::bigint, null::int; return;
  end if;
  -- One at a time, so that two orders cannot both take what is left.
  perform pg_advisory_xact_lock(7215805, p_order.asset);
  v_left := contracts.exposure_left(p_order.asset, p_order.instrument_id, p_limits);
  if p_order.notional > v_left then return query select 'exposure', null::uuid, greatest(0, v_left), null::int; return; end if;
  if coalesce(v_tradable, 0) < p_order.held then return query select 'margin', null::uuid, null::bigint, null::int; return; end if;
  if p_order.held > 0 then
    perform ledger.shift(array[p_order.account_id], array[p_order.asset], array[-p_order.held], array[p_order.held]);
  end if;
  insert into contracts.orders select p_order.*;
  insert into contracts.accounts (account_id, asset) values (p_order.account_id, p_order.asset) on conflict do nothing;
  perform contracts.keep_records(p_records);
  if p_calls.keys[1] is not null then
    perform ledger.remember(p_order.account_id, p_calls.keys[1], p_calls.route, p_calls.requests[1], p_order.id, p_order.accepted_at);
  end if;
  return query select 'accepted', p_order.id, null::bigint, null::int;
end $$;
grant execute on function contracts.accept to api;
