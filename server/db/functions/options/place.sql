-- Places a batch of orders, a customer at most once: keys, limits, holds, orders and the batch's signature in one
-- statement. It runs as the owner and therefore checks what a caller could make up: the options reserve alone backs an
-- order, with exactly what the order can win, and only customers place orders. Locks the rows of the ledger.
-- Returns those that are not placed. Outcomes: `insufficient_balance` · `insufficient_reserve` of the shard · `repeated`, ref
-- is the first order · `key_reused` for another request · `open_limit`: too much is open already · `spend_limit`: beyond the
-- limit of that position in the call's own.
create or replace function options.place(
  p_orders options.order_batch, p_calls ledger.call_keys, p_house bigint, p_shard smallint, p_batch options.signed_batch,
  p_spend_limits jsonb default null)
returns table (ord integer, outcome text, ref uuid, spend_limit integer)
-- A plan for these very arrays would be made for every batch, and costs a small one more than its work.
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  v_accounts bigint[] := p_orders.accounts; v_assets smallint[] := p_orders.assets; v_stakes bigint[] := p_orders.stakes;
  v_holds ledger.hold_batch := row(p_orders.ids, v_accounts, v_assets, v_stakes, p_orders.house_amounts);
  v_go integer[] := (select array_agg(n) from generate_series(1, cardinality(v_accounts)) n);
  v_known integer[] := '{}'; v_known_outcomes text[] := '{}'; v_refs uuid[] := '{}';
  v_beyond integer[] := '{}'; v_spend_limits integer[] := '{}';
  v_held integer[];
begin
  if not exists (select from ledger.accounts a where a.id = p_house and a.name = 'reserve:options')
    or exists (select from ledger.accounts a where a.name not like 'user:%' and a.id = any (v_accounts))
    or exists (select from unnest(v_stakes, p_orders.payouts, p_orders.house_amounts) b(stake, payout, house)
      where b.house is distinct from b.stake * b.payout / 1000000)
  then
    raise exception 'an order is a customer''s, and the reserve backs what it can win' using errcode = 'P0001';
  end if;

  if exists (select 1 from unnest(p_calls.keys) k where k is not null) then
    select coalesce(array_agg(k.ord), '{}'), coalesce(array_agg(k.outcome), '{}'), coalesce(array_agg(k.ref), '{}')
    into v_known, v_known_outcomes, v_refs from ledger.known(v_accounts, p_calls) k;
    if cardinality(v_known) > 0 then
      v_go := coalesce((select array_agg(n) from unnest(v_go) n where not (n = any (v_known))), '{}');
    end if;
  end if;

  if p_spend_limits is not null then
    perform ledger.lock_shard(p_house, v_assets, p_shard);
    perform ledger.lock_balances(
      (select array_agg(v_accounts[(call ->> 'ord')::int]) from jsonb_array_elements(p_spend_limits) call), v_assets);
    select coalesce(array_agg(b.ord), '{}'), coalesce(array_agg(b.spend_limit), '{}') into v_beyond, v_spend_limits
    from options.beyond(v_go, p_spend_limits, v_accounts, v_assets, v_stakes) b;
    if cardinality(v_beyond) > 0 then
      v_go := coalesce((select array_agg(n) from unnest(v_go) n where not (n = any (v_beyond))), '{}');
    end if;
  end if;

  v_held := ledger.hold(v_holds, p_house, p_shard, p_calls, p_batch.accepted_at, v_go, options.max_open_orders(), options.max_open_stake());
  if cardinality(v_held) > 0 then
    insert into options.open_orders
    select b.account_id, b.id, b.order_no, b.asset, b.instrument_id, b.direction, b.stake, b.payout_ppm, b.limit_time,
      p_batch.accepted_at, b.seen_seq, b.feed_kind, p_batch.id, b.ord - 1,
      p_batch.accepted_at + make_interval(secs => b.limit_time + 0.5), p_shard
    from unnest(v_accounts, p_orders.ids, p_orders.order_nos, v_assets, p_orders.instruments, p_orders.directions, v_stakes,
        p_orders.payouts, p_orders.limit_times, p_orders.seen_seqs, p_orders.feed_kinds)
      with ordinality as b(account_id, id, order_no, asset, instrument_id, direction, stake, payout_ppm, limit_time, seen_seq, feed_kind, ord)
    where cardinality(v_held) = cardinality(v_accounts) or b.ord = any (v_held);
    insert into options.batches (id, accepted_at, params_version, head_size, head_root, key_id, root, signature, leaves)
    select p_batch.*;
  end if;
  if cardinality(v_held) = cardinality(v_accounts) then return; end if;

  return query
    select k.ord, k.outcome, k.ref, null::integer from unnest(v_known, v_known_outcomes, v_refs) k(ord, outcome, ref)
    union all select b.ord, 'spend_limit', null, b.spend_limit from unnest(v_beyond, v_spend_limits) b(ord, spend_limit)
    union all select r.ord, r.outcome, null, null
      from ledger.refusals(v_holds, (select coalesce(array_agg(n), '{}') from unnest(v_go) n where not (n = any (v_held))),
        options.max_open_orders(), options.max_open_stake()) r;
end $$;
grant execute on function options.place to api;
