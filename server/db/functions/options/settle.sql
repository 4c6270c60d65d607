-- Settles orders that are still open, each at most once: takes them out, finishes their holds by what the customer
-- gains, takes back what they counted, and writes what decided them. Publishes one event with all of them, and answers
-- those it settled, with their entries.
create or replace function options.settle(p_decided options.settlement_batch, p_at timestamptz)
returns table (account_id bigint, id uuid, asset smallint, status text, gain bigint, entry_no bigint)
language plpgsql security definer set search_path = '' set enable_seqscan = off as $$
#variable_conflict use_column
begin
  return query
  with decided as materialized (
    select * from unnest(p_decided.accounts, p_decided.ids, p_decided.statuses, p_decided.void_reasons, p_decided.gains,
      p_decided.entry_seqs, p_decided.entry_times, p_decided.entry_prices, p_decided.exit_seqs, p_decided.exit_times,
      p_decided.exit_prices, p_decided.expiries, p_decided.sales)
      as d(account_id, id, status, reason, gain, entry_seq, entry_ts, entry_price, exit_seq, exit_ts, exit_price, expires_at, sale)),
  closed as materialized (
    delete from options.open_orders o using decided d where o.account_id = d.account_id and o.id = d.id
    returning o.*, d.status, d.reason, d.gain, d.entry_seq, d.entry_ts, d.entry_price, d.exit_seq, d.exit_ts, d.exit_price, d.expires_at, d.sale),
  uncounted as (
    update options.exposure e set open_count = e.open_count - c.orders, open_stake = e.open_stake - c.stake
    from (select account_id, asset, count(*)::int as orders, sum(stake)::bigint as stake from closed group by 1, 2 order by 1, 2) c
    where e.account_id = c.account_id and e.asset = c.asset
    returning 1),
  -- Counted once: as part of a join it would be counted for every order.
  taken_back as materialized (select count(*) as orders from uncounted),
  finishing as (
    select array_agg(c.id order by c.account_id) as ids, array_agg(c.gain order by c.account_id) as gains,
      array_agg(case c.status when 'WON' then 'option.win' when 'LOST' then 'option.loss' else 'option.sale' end order by c.account_id) as kinds
    -- Reading what was uncounted first keeps one order of locks: exposure, then the ledger's rows.
    from closed c, taken_back having count(*) > 0),
  finished as materialized (select f.* from finishing n, lateral ledger.finish(n.ids, n.gains, n.kinds, p_at) f),
  written as (
    insert into options.orders
    select c.account_id, c.id, c.order_no, c.asset, c.instrument_id, c.direction, c.stake, c.payout_ppm, c.limit_time,
      c.accepted_at, c.seen_seq, c.feed_kind, c.batch_id, c.batch_index, c.status, c.reason, c.gain,
      c.entry_seq, c.entry_ts, c.entry_price, c.exit_seq, c.exit_ts, c.exit_price, c.expires_at, c.sale::jsonb, f.entry, p_at
    from closed c join finished f on f.id = c.id
    returning account_id, id, asset, status, gain, entry_no),
  published as (
    insert into outbox.events (type, payload)
    select 'options.settled', jsonb_build_object('accounts', to_jsonb(array_agg(account_id::text)), 'ids', to_jsonb(array_agg(id)))
    from written having count(*) > 0)
  select * from written;
end $$;
grant execute on function options.settle to api;
