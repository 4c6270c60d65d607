-- Closes positions, or lots of them, by what the closing comes to, each position once a call. What a part carries of margin,
-- opening fee and financing follows from its lots; `p_at_risk`, an item a closing, is what its account's positions may lose of
-- its free balance after all of them. Refuses (P0001) a position that is gone or has fewer lots, and money that
-- is not profit less fee and financing; an entry that does not sum to zero or a balance below zero fails by its check.
create or replace function contracts.close_positions(p_closed contracts.closed_batch, p_at_risk bigint[], p_at timestamptz) returns void
language plpgsql security definer set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  v_reserve bigint := ledger.account_named('reserve:contracts');
  v_revenue bigint := ledger.account_named('revenue:contracts');
  v_rounding bigint := ledger.account_named('rounding');
  v_seqs bigint[] := p_closed.tick_seqs; v_times timestamptz[] := p_closed.tick_times; v_prices bigint[] := p_closed.tick_prices;
  v_done record;
begin
  perform contracts.move_house(p_closed, p_at);
  with given as (
    select * from unnest(p_closed.accounts, p_closed.ids, p_closed.children, p_closed.lots, p_closed.fees, p_closed.profits,
      p_closed.prices, p_closed.ticks, p_closed.reasons, p_closed.customers, p_closed.reserves, p_closed.revenues,
      p_closed.roundings, p_closed.shorts, p_closed.repaid, p_closed.close_outs,
      p_at_risk)
      g(account, id, child, lots, fee, profit, price, tick, reason, customer, reserve, revenue, rounding, short, repaid, rest_close_out, at_risk)),
  shared as (
    select p.*, g.child, g.lots as closed, g.fee, g.profit, g.price, g.tick, g.reason, g.customer, g.reserve, g.revenue,
      g.rounding, g.short, g.repaid, g.rest_close_out, g.at_risk, p.lots > g.lots as partial
    from given g join contracts.positions p on p.account_id = g.account and p.id = g.id and p.lots >= g.lots),
  numbered as materialized (
    select s.*, ledger.next_entry() as entry,
      case when s.partial then div(s.units * s.closed, s.lots) else s.units end as part_units,
      case when s.partial then div(s.notional::numeric * s.closed, s.lots)::bigint else s.notional end as part_notional,
      case when s.partial then div(s.margin::numeric * s.closed, s.lots)::bigint else s.margin end as part_margin,
      case when s.partial then div(s.fee_open::numeric * s.closed, s.lots)::bigint else s.fee_open end as part_fee,
      case when s.partial then div(s.financing::numeric * s.closed, s.lots)::bigint else s.financing end as part_financing
    from shared s),
  ended as (
    delete from contracts.positions p using numbered n where p.account_id = n.account_id and p.id = n.id and not n.partial),
  reduced as (
    update contracts.positions p set lots = p.lots - n.closed, units = p.units - n.part_units, margin = p.margin - n.part_margin,
      fee_open = p.fee_open - n.part_fee, financing = p.financing - n.part_financing, notional = p.notional - n.part_notional,
      close_out = n.rest_close_out
    from numbered n where n.partial and p.account_id = n.account_id and p.id = n.id),
  written as (
    insert into contracts.history (account_id, id, parent_id, order_no, asset, instrument_id, side, order_type, lots, units,
      leverage, stop_loss, take_profit, max_slippage, accepted_at, feed_kind, terms_version, fee_discount_ppm, status, open_price, open_seq, open_ts, open_tick,
      close_price, close_seq, close_ts, close_tick, close_reason, notional, margin, fee_open, fee_close, financing, profit,
      short, repaid, expires_at, entry_no, ended_at)
    select n.account_id, n.child, case when n.partial then n.id end, n.order_no, n.asset, n.instrument_id, n.side,
      n.order_type, n.closed, n.part_units, n.leverage, n.stop_loss, n.take_profit, n.max_slippage, n.accepted_at, n.feed_kind,
      n.terms_version, n.fee_discount_ppm, 'CLOSED', n.open_price, n.open_seq, n.open_ts, n.open_tick, n.price, v_seqs[n.tick], v_times[n.tick], v_prices[n.tick],
      n.reason, n.part_notional, n.part_margin, n.part_fee, n.fee, n.part_financing, n.profit, n.short, n.repaid,
      n.expires_at, n.entry, p_at
    from numbered n)
  select count(*) as n, bool_and(n.customer = n.profit - n.fee - n.part_financing + n.short and n.rounding between 0 and 2) as adds_up,
    array_agg(n.instrument_id) as instruments, array_agg(-n.part_notional) as notionals, array_agg(n.account_id) as accounts, array_agg(n.asset) as assets,
    array_agg(n.part_margin + n.customer - n.repaid) as free, array_agg(-n.part_margin) as held, array_agg(n.at_risk) as at_risk,
    row('contract.close', array[v_reserve, v_revenue, v_rounding], array_agg(n.entry), array_agg(n.child),
      array_agg(n.account_id), array_agg(n.asset), array_agg(n.customer), array_agg(n.reserve), array_agg(n.revenue),
      array_agg(n.rounding))::ledger.house_entries as entries,
    array_agg(row(null, 'contract.repay', n.child, n.account_id, array[n.account_id, v_reserve],
      array[n.asset, n.asset], array[-n.repaid, n.repaid])::ledger.new_entry) filter (where n.repaid > 0) as repayments
  into v_done from numbered n;
  if v_done.n <> cardinality(p_closed.ids) then raise exception 'a position has fewer lots' using errcode = 'P0001'; end if;
  if not v_done.adds_up then raise exception 'a closing that does not add up' using errcode = 'P0001'; end if;
  perform ledger.shift(v_done.accounts, v_done.assets, v_done.free, v_done.held, v_done.at_risk);
  perform contracts.expose('open', v_done.assets, v_done.instruments, v_done.notionals);
  perform ledger.enter_with_house(v_done.entries, p_at);
  if v_done.repayments is not null then perform ledger.enter(v_done.repayments, p_at); end if;
end $$;
grant execute on function contracts.close_positions to api;
