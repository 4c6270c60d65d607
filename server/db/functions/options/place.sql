-- Places a batch of orders, a customer at most once: keys, limits, holds, orders and the batch's signature in one
-- statement. It runs as the owner and therefore checks what a caller could make up: the options reserve alone backs an
-- order, with exactly what the order can win, and only customers place orders. Outcomes: 0 placed · 1 balance too small ·
-- 2 the reserve's shard is too small · 3 repeated, ref is the first order · 4 the key was used for another request · 5 too
-- much open already · 10 and above: beyond the ceiling of that place (11 is the first). Locks exposure, then the rows of
-- the ledger.
create or replace function options.place(
  p_accounts bigint[], p_ids uuid[], p_order_nos bigint[], p_assets smallint[], p_instruments integer[],
  p_directions smallint[], p_stakes bigint[], p_payouts integer[], p_limits integer[], p_seen bigint[], p_feeds text[],
  p_house_amounts bigint[], p_keys text[], p_requests bytea[], p_route smallint, p_house bigint, p_shard smallint,
  p_at timestamptz, p_batch uuid, p_params integer, p_head_size bigint, p_head_root text, p_key_id text,
  p_root bytea, p_signature bytea, p_leaves bytea, p_ceilings jsonb default null)
returns table (ord integer, outcome smallint, ref uuid, free bigint)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_go integer[] := (select array_agg(n) from generate_series(1, cardinality(p_ids)) n);
  v_known integer[] := '{}'; v_came smallint[] := '{}'; v_refs uuid[] := '{}';
  v_counted integer[];
  v_over integer[] := '{}'; v_ceilings integer[] := '{}';
  v_asked integer[]; v_outcomes smallint[]; v_frees bigint[]; v_held integer[];
begin
  if not exists (select from ledger.accounts a where a.id = p_house and a.name = 'reserve:options')
    or exists (select from ledger.accounts a where a.name not like 'user:%' and a.id = any (p_accounts))
    or exists (select from unnest(p_stakes, p_payouts, p_house_amounts) b(stake, payout, house)
      where b.house is distinct from b.stake * b.payout / 1000000)
  then
    raise exception 'an order is a customer''s, and the reserve backs what it can win' using errcode = 'P0001';
  end if;

  if exists (select 1 from unnest(p_keys) k where k is not null) then
    select coalesce(array_agg(k.ord), '{}'), coalesce(array_agg(k.outcome), '{}'), coalesce(array_agg(k.ref), '{}')
    into v_known, v_came, v_refs from ledger.known(p_accounts, p_keys, p_requests, p_route) k;
    if cardinality(v_known) > 0 then
      v_go := coalesce((select array_agg(n) from unnest(v_go) n where not (n = any (v_known))), '{}');
    end if;
  end if;

  v_counted := options.expose(v_go, p_accounts, p_assets, p_stakes);

  if p_ceilings is not null then
    select coalesce(array_agg(b.ord), '{}'), coalesce(array_agg(b.ceiling), '{}') into v_over, v_ceilings
    from options.beyond(v_counted, p_ceilings, p_accounts, p_assets, p_stakes) b;
    if cardinality(v_over) > 0 then
      perform options.unexpose(v_over, p_accounts, p_assets, p_stakes);
      v_go := coalesce((select array_agg(n) from unnest(v_go) n where not (n = any (v_over))), '{}');
      v_counted := coalesce((select array_agg(n) from unnest(v_counted) n where not (n = any (v_over))), '{}');
    end if;
  end if;

  select array_agg(h.ord), array_agg(h.outcome), array_agg(h.free), coalesce(array_agg(h.ord) filter (where h.outcome = 0), '{}')
  into v_asked, v_outcomes, v_frees, v_held
  from ledger.hold(p_ids, p_accounts, p_assets, p_stakes, p_house, p_shard, p_house_amounts, p_keys, p_requests, p_route, p_at, v_counted) h;
  if cardinality(v_held) < cardinality(v_counted) then
    perform options.unexpose((select array_agg(n) from unnest(v_counted) n where not (n = any (v_held))), p_accounts, p_assets, p_stakes);
  end if;

  if cardinality(v_held) > 0 then
    insert into options.open_orders
    select b.account_id, b.id, b.order_no, b.asset, b.instrument_id, b.direction, b.stake, b.payout_ppm, b.limit_time, p_at,
      b.seen_seq, b.feed_kind, p_batch, b.ord - 1, p_at + make_interval(secs => b.limit_time + 0.5)
    from unnest(p_accounts, p_ids, p_order_nos, p_assets, p_instruments, p_directions, p_stakes, p_payouts, p_limits, p_seen, p_feeds)
      with ordinality as b(account_id, id, order_no, asset, instrument_id, direction, stake, payout_ppm, limit_time, seen_seq, feed_kind, ord)
    where cardinality(v_held) = cardinality(p_ids) or b.ord = any (v_held);
    insert into options.batches (id, accepted_at, params_version, head_size, head_root, key_id, root, signature, leaves)
    values (p_batch, p_at, p_params, p_head_size, p_head_root, p_key_id, p_root, p_signature, p_leaves);
  end if;

  return query
    select * from unnest(v_known, v_came, v_refs, array_fill(null::bigint, array[cardinality(v_known)]))
    union all select n, 5::smallint, null::uuid, null::bigint from unnest(v_go) n where not (n = any (v_counted))
    union all select o.ord, (10 + o.ceiling)::smallint, null::uuid, null::bigint from unnest(v_over, v_ceilings) o(ord, ceiling)
    union all select h.ord, h.outcome, null::uuid, h.free from unnest(v_asked, v_outcomes, v_frees) h(ord, outcome, free);
end $$;
grant execute on function options.place to api;
