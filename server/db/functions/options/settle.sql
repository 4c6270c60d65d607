-- Settles orders that are still open, each at most once: takes them out, finishes what they held by what the customer
-- gains, and writes what decided them. Publishes one event with all of them. Returns the ids of those it settled: an order
-- that another call settled before is not among them.
create or replace function options.settle(p_decided options.settlement_batch, p_at timestamptz) returns uuid[]
language plpgsql security definer set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  v_house bigint := ledger.account_named('reserve:options');
  v_seqs bigint[] := p_decided.tick_seqs; v_times timestamptz[] := p_decided.tick_times; v_prices bigint[] := p_decided.tick_prices;
  v_sales text[] := p_decided.sales;
  v_settled uuid[];
begin
  with decided as (
    select * from unnest(p_decided.accounts, p_decided.ids, p_decided.statuses, p_decided.void_reasons, p_decided.gains,
      p_decided.entry_ticks, p_decided.exit_ticks, p_decided.expiries)
      with ordinality as d(account_id, id, status, reason, gain, entry_tick, exit_tick, expires_at, ord)),
  closed as materialized (
    delete from options.open_orders o using decided d where o.account_id = d.account_id and o.id = d.id
    returning o.*, d.status, d.reason, d.gain, d.entry_tick, d.exit_tick, d.expires_at, d.ord),
  numbered as materialized (
    select c.*, case when c.gain <> 0 then ledger.next_entry() end as entry from closed c),
  finished as materialized (
    select ledger.finish(row(array_agg(n.entry), array_agg(n.id),
        array_agg(case n.status when 'WON' then 'option.win' when 'LOST' then 'option.loss' else 'option.sale' end),
        array_agg(n.account_id), array_agg(n.asset), array_agg(n.stake), array_agg(n.stake * n.payout_ppm / 1000000),
        array_agg(n.shard), array_agg(n.gain))::ledger.ended_batch, v_house, p_at)
    from numbered n having count(*) > 0),
  written as (
    insert into options.orders
    select n.account_id, n.id, n.order_no, n.asset, n.instrument_id, n.direction, n.stake, n.payout_ppm, n.limit_time,
      n.accepted_at, n.seen_seq, n.feed_kind, n.batch_id, n.batch_index, n.status, n.reason, n.gain,
      v_seqs[n.entry_tick], v_times[n.entry_tick], v_prices[n.entry_tick], v_seqs[n.exit_tick], v_times[n.exit_tick],
      v_prices[n.exit_tick], n.expires_at, v_sales[n.ord]::jsonb, n.entry, p_at
    from numbered n),
  published as (
    insert into outbox.events (type, payload)
    select 'options.settled', jsonb_build_object('accounts', to_jsonb(array_agg(n.account_id::text)), 'ids', to_jsonb(array_agg(n.id)))
    from numbered n having count(*) > 0)
  select coalesce(array_agg(n.id), '{}') into v_settled from numbered n, (select count(*) from finished) f;
  return v_settled;
end $$;
grant execute on function options.settle to api;
