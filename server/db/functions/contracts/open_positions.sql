-- Opens the positions of orders that were filled: takes the margin of what was set aside and of the free balance, and the
-- fee. An item a position: {"account", "id", "units", "notional", "price", "seq", "ts", "tick", "margin", "fee", "received",
-- "closeOut", "expires"}. Refuses (P0001) an order that does not wait any more; a balance below zero fails by its check.
create or replace function contracts.open_positions(p_opened jsonb, p_at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_revenue bigint := ledger.account_named('revenue:contracts');
  v_rounding bigint := ledger.account_named('rounding');
  v_done record;
begin
  with given as (
    select * from jsonb_to_recordset(p_opened) g(account bigint, id uuid, units numeric, notional bigint, price bigint,
      seq bigint, ts timestamptz, tick bigint, margin bigint, fee bigint, received bigint, "closeOut" bigint, expires timestamptz)),
  taken as (
    delete from contracts.orders o using given g where o.account_id = g.account and o.id = g.id
    returning o.*, g.units, g.notional as opened_notional, g.price as open_price, g.seq, g.ts, g.tick, g.margin, g.fee,
      g.received, g."closeOut", g.expires),
  opened as (
    insert into contracts.positions (account_id, id, order_no, asset, instrument_id, side, order_type, lots, units, leverage,
      stop_loss, take_profit, max_slippage, accepted_at, feed_kind, open_price, open_seq, open_ts, open_tick, notional, margin,
      fee_open, close_out, expires_at)
    select t.account_id, t.id, t.order_no, t.asset, t.instrument_id, t.side, t.order_type, t.lots, t.units, t.leverage,
      t.stop_loss, t.take_profit, t.max_slippage, t.accepted_at, t.feed_kind, t.open_price, t.seq, t.ts, t.tick,
      t.opened_notional, t.margin, t.fee, t."closeOut", t.expires from taken t)
  select count(*) as n, array_agg(t.account_id) as accounts, array_agg(t.asset) as assets,
    array_agg(t.held - t.margin - t.fee) as free, array_agg(t.margin - t.held) as held,
    array_agg(row(null, 'contract.fee', t.id, t.account_id, array[t.account_id, v_revenue, v_rounding],
      array[t.asset, t.asset, t.asset], array[-t.fee, t.received, t.fee - t.received])::ledger.new_entry
      order by t.account_id, t.id) as entries
  into v_done from taken t;
  if v_done.n <> jsonb_array_length(p_opened) then raise exception 'an order waits no more' using errcode = 'P0001'; end if;
  perform ledger.shift(v_done.accounts, v_done.assets, v_done.free, v_done.held);
  perform ledger.enter(v_done.entries, p_at);
  perform ledger.credit_house(v_revenue, s.asset, s.received), ledger.credit_house(v_rounding, s.asset, s.rest)
  from (select e.assets[1] as asset, sum(e.amounts[2])::bigint as received, sum(e.amounts[3])::bigint as rest
    from unnest(v_done.entries) e group by 1 order by 1) s;
end $$;
grant execute on function contracts.open_positions to api;
