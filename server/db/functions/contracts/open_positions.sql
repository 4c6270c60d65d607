-- Opens the positions of orders that were filled: takes the margin of what was set aside and of the free balance, and the
-- fee, and keeps what its account's positions may lose then (`p_at_risk`, an item a position). Refuses (P0001) an order that does not wait any more; a balance below zero fails by its check.
create or replace function contracts.open_positions(p_opened contracts.opened_batch, p_at_risk bigint[], p_at timestamptz) returns void
language plpgsql security definer set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  v_revenue bigint := ledger.account_named('revenue:contracts');
  v_rounding bigint := ledger.account_named('rounding');
  v_done record;
begin
  with given as (
    select * from unnest(p_opened.accounts, p_opened.ids, p_opened.units, p_opened.notionals, p_opened.prices, p_opened.ticks,
        p_opened.margins, p_opened.fees, p_opened.received, p_opened.close_outs, p_opened.expiries, p_at_risk)
      g(account, id, units, notional, price, tick, margin, fee, received, close_out, expires, at_risk)),
  taken as (
    delete from contracts.orders o using given g where o.account_id = g.account and o.id = g.id
    returning o.*, g.units, g.notional as opened_notional, g.price as open_price, g.tick, g.margin, g.fee, g.received,
      g.close_out, g.expires, g.at_risk),
  opened as (
    insert into contracts.positions (account_id, id, order_no, asset, instrument_id, side, order_type, lots, units, leverage,
      stop_loss, take_profit, max_slippage, accepted_at, feed_kind, terms_version, fee_discount_ppm, open_price, open_seq, open_ts, open_tick, notional, margin,
      fee_open, close_out, expires_at)
    select t.account_id, t.id, t.order_no, t.asset, t.instrument_id, t.side, t.order_type, t.lots, t.units, t.leverage,
      t.stop_loss, t.take_profit, t.max_slippage, t.accepted_at, t.feed_kind, t.terms_version, t.fee_discount_ppm, t.open_price,
      p_opened.tick_seqs[t.tick], p_opened.tick_times[t.tick], p_opened.tick_prices[t.tick], t.opened_notional, t.margin, t.fee,
      t.close_out, t.expires from taken t)
  select count(*) as n, array_agg(t.instrument_id) as instruments, array_agg(t.opened_notional) as notionals,
    array_agg(t.notional) as left_notionals,
    array_agg(t.account_id) as accounts, array_agg(t.asset) as assets,
    array_agg(t.held - t.margin - t.fee) as free, array_agg(t.margin - t.held) as held, array_agg(t.at_risk) as at_risk,
    row('contract.fee', array[v_revenue, v_rounding], array_agg(null::bigint), array_agg(t.id), array_agg(t.account_id),
      array_agg(t.asset), array_agg(-t.fee), array_agg(t.received), array_agg(t.fee - t.received),
      array_agg(null::bigint))::ledger.house_entries as entries
  into v_done from taken t;
  if v_done.n <> cardinality(p_opened.ids) then raise exception 'an order waits no more' using errcode = 'P0001'; end if;
  perform ledger.shift(v_done.accounts, v_done.assets, v_done.free, v_done.held, v_done.at_risk);
  perform contracts.expose('open', v_done.assets, v_done.instruments, v_done.notionals);
  perform contracts.expose('left', v_done.assets, v_done.instruments, v_done.left_notionals);
  perform ledger.enter_with_house(v_done.entries, p_at);
  perform ledger.credit_house(v_revenue, s.asset, s.received), ledger.credit_house(v_rounding, s.asset, s.rest)
  from (select e.asset, sum(e.received)::bigint as received, sum(e.rest)::bigint as rest
    from unnest((v_done.entries).assets, (v_done.entries).first, (v_done.entries).second) e(asset, received, rest)
    group by 1 order by 1) s;
end $$;
grant execute on function contracts.open_positions to api;
