-- Closes positions, or lots of them, by what the closing comes to, each position once a call. An item a closing: {"account",
-- "id", "asset", "child" (the row of history: the position's own id for its last lots), "lots", "units", "margin",
-- "feeOpen", "financing", "feeClose", "profit", "price", "seq", "ts", "tick", "reason", "customer", "reserve",
-- "revenue", "rounding", "short", "repaid"}. The four parts of its money sum to zero (the entry's own check). Refuses (P0001) a
-- position that is gone or has fewer lots; a balance below zero fails by its check.
create or replace function contracts.close_positions(p_closed jsonb, p_at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_reserve bigint := ledger.account_named('reserve:contracts');
  v_revenue bigint := ledger.account_named('revenue:contracts');
  v_rounding bigint := ledger.account_named('rounding');
  v_done record;
begin
  perform contracts.move_house(
    (select jsonb_agg(jsonb_build_object('asset', g ->> 'asset', 'ref', g ->> 'child', 'revenue', g ->> 'revenue',
      'rounding', g ->> 'rounding', 'reserve', (g ->> 'reserve')::bigint + (g ->> 'repaid')::bigint))
     from jsonb_array_elements(p_closed) g), p_at);

  with given as (
    select * from jsonb_to_recordset(p_closed) g(account bigint, id uuid, child uuid, lots bigint, units numeric,
      margin bigint, "feeOpen" bigint, financing bigint, "feeClose" bigint, profit bigint, price bigint,
      seq bigint, ts timestamptz, tick bigint, reason text, customer bigint, reserve bigint, revenue bigint, rounding bigint,
      short bigint, repaid bigint)),
  numbered as materialized (
    select g.*, p.lots > g.lots as partial, div(p.notional::numeric * g.lots, p.lots)::bigint as notional, p.order_no, p.asset, p.instrument_id, p.side, p.order_type, p.leverage, p.stop_loss, p.take_profit,
      p.max_slippage, p.accepted_at, p.feed_kind, p.open_price, p.open_seq, p.open_ts, p.open_tick, p.expires_at,
      ledger.next_entry() as entry
    from given g join contracts.positions p on p.account_id = g.account and p.id = g.id and p.lots >= g.lots),
  ended as (
    delete from contracts.positions p using numbered n where p.account_id = n.account and p.id = n.id and not n.partial),
  reduced as (
    update contracts.positions p set lots = p.lots - n.lots, units = p.units - n.units, margin = p.margin - n.margin,
      fee_open = p.fee_open - n."feeOpen", financing = p.financing - n.financing, notional = p.notional - n.notional
    from numbered n where p.account_id = n.account and p.id = n.id and n.partial),
  written as (
    insert into contracts.history (account_id, id, parent_id, order_no, asset, instrument_id, side, order_type, lots, units,
      leverage, stop_loss, take_profit, max_slippage, accepted_at, feed_kind, status, open_price, open_seq, open_ts, open_tick,
      close_price, close_seq, close_ts, close_tick, close_reason, notional, margin, fee_open, fee_close, financing, profit,
      short, repaid, expires_at, entry_no, ended_at)
    select n.account, n.child, case when n.partial then n.id end, n.order_no, n.asset, n.instrument_id, n.side,
      n.order_type, n.lots, n.units, n.leverage, n.stop_loss, n.take_profit, n.max_slippage, n.accepted_at, n.feed_kind,
      'CLOSED', n.open_price, n.open_seq, n.open_ts, n.open_tick, n.price, n.seq, n.ts, n.tick, n.reason, n.notional,
      n.margin, n."feeOpen", n."feeClose", n.financing, n.profit, n.short, n.repaid, n.expires_at, n.entry, p_at
    from numbered n)
  select count(*) as n, array_agg(n.account) as accounts, array_agg(n.asset) as assets,
    array_agg(n.margin + n.customer - n.repaid) as free, array_agg(-n.margin) as held,
    jsonb_agg(jsonb_build_object('seq', n.entry, 'kind', 'contract.close', 'ref', n.child, 'owner', n.account, 'asset', n.asset,
      'accounts', jsonb_build_array(n.account, v_reserve, v_revenue, v_rounding),
      'amounts', jsonb_build_array(n.customer, n.reserve, n.revenue, n.rounding)) order by n.entry)
      || coalesce(jsonb_agg(jsonb_build_object('kind', 'contract.repay', 'ref', n.child, 'owner', n.account, 'asset', n.asset,
      'accounts', jsonb_build_array(n.account, v_reserve), 'amounts', jsonb_build_array(-n.repaid, n.repaid)) order by n.entry)
      filter (where n.repaid > 0), '[]') as entries
  into v_done from numbered n;
  if v_done.n <> jsonb_array_length(p_closed) then
    raise exception 'a position has fewer lots' using errcode = 'P0001';
  end if;
  perform ledger.shift(v_done.accounts, v_done.assets, v_done.free, v_done.held);
  perform ledger.enter(v_done.entries, p_at);
end $$;
grant execute on function contracts.close_positions to api;
