-- Takes a batch of orders, a customer at most once: keys, limits, exposure, what they set aside, and the rows. An item of
-- `p_orders` is a row of contracts.orders without its number; `p_limits` {"positions", "notional", "instrument", "total"},
-- amounts in smallest units; `p_spend_limits` the customers' own, [[ord, what, since, max]] in the order in which they are
-- refused, in which an order counts with its `p_stakes`, its margin. Returns every order. Outcomes: 'accepted' with its number ·
-- 'repeated', ref is the first order · 'key_reused' · 'positions', 'notional': the customer's limits · 'spend_limit': beyond
-- that of the position `spend_limit` · 'exposure': the house's, `exposure_left` is what it took before this batch · 'margin'.
create or replace function contracts.accept(
  p_orders contracts.orders[], p_calls ledger.call_keys, p_limits jsonb, p_spend_limits jsonb, p_stakes bigint[])
returns setof contracts.order_outcome
language plpgsql security definer set search_path = '' set enable_seqscan = off set enable_bitmapscan = off
-- A plan for these very arrays costs a batch more than its work; it is made once, also while the tables are still empty.
set plan_cache_mode = force_generic_plan as $$
declare
  v_accounts bigint[]; v_assets smallint[]; v_tradable bigint[];
  v_decided contracts.order_outcome[]; v_accepted contracts.orders[];
begin
  select array_agg(o.account_id order by o.n), array_agg(o.asset order by o.n) into v_accounts, v_assets
  from (select p.account_id, p.asset, row_number() over () as n from unnest(p_orders) p) o;
  perform ledger.must_be_customers(v_accounts);
  select array_agg(coalesce(b.tradable, 0) order by o.n) into v_tradable
  from unnest(v_accounts, v_assets) with ordinality o(account_id, asset, n)
  left join ledger.lock_balances(v_accounts, v_assets) b on b.account_id = o.account_id and b.asset = o.asset;
  -- One batch at a time, so that two cannot both take what is left of the exposure.
  perform pg_advisory_xact_lock(7215805, 1);
  v_decided := array(select d from contracts.decide(p_orders, p_calls, p_limits, p_spend_limits, p_stakes, v_tradable) d);

  v_accepted := array(select o from contracts.accepted_of(p_orders, v_decided) o);
  perform ledger.shift(array_agg(o.account_id), array_agg(o.asset), array_agg(-o.held), array_agg(o.held))
  from unnest(v_accepted) o where o.held > 0 having count(*) > 0;
  perform contracts.expose('accepted', array_agg(o.asset), array_agg(o.instrument_id), array_agg(o.notional))
  from unnest(v_accepted) o having count(*) > 0;
  insert into contracts.orders select * from unnest(v_accepted);
  insert into contracts.accounts (account_id, asset)
  select o.account_id, o.asset from unnest(v_accepted) o order by 1, 2 on conflict do nothing;
  -- A batch has a customer once.
  perform ledger.remember_all(array_agg(o.account_id), array_agg(c.key), p_calls.route, array_agg(c.request), array_agg(o.id),
    array_agg(o.accepted_at))
  from unnest(v_accounts, p_calls.keys, p_calls.requests) c(account_id, key, request)
  join unnest(v_accepted) o on o.account_id = c.account_id having count(*) > 0;
  return query select * from unnest(v_decided);
end $$;
grant execute on function contracts.accept to api;
