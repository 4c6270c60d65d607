-- Ends orders that did not open and releases what they had set aside, of which what the account owed is paid. An item an
-- order: {"account", "id", "status", "seq", "ts", "tick", "price", "repaid"}, those of the tick null where none ended it.
-- Refuses (P0001) one that does not wait any more.
create or replace function contracts.end_orders(p_ended jsonb, p_at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_done record;
begin
  with given as (
    select * from jsonb_to_recordset(p_ended) g(account bigint, id uuid, status text, seq bigint, ts timestamptz, tick bigint, price bigint, repaid bigint)),
  taken as (
    delete from contracts.orders o using given g where o.account_id = g.account and o.id = g.id
    returning o.*, g.status, g.seq, g.ts, g.tick, g.price as close_price, g.repaid),
  written as (
    insert into contracts.history (account_id, id, order_no, asset, instrument_id, side, order_type, lots, leverage, price,
      stop_loss, take_profit, max_slippage, waits_until, accepted_at, feed_kind, terms_version, fee_discount_ppm, status, close_price, close_seq, close_ts,
      close_tick, repaid, ended_at)
    select t.account_id, t.id, t.order_no, t.asset, t.instrument_id, t.side, t.order_type, t.lots, t.leverage, t.price,
      t.stop_loss, t.take_profit, t.max_slippage, t.waits_until, t.accepted_at, t.feed_kind, t.terms_version, t.fee_discount_ppm, t.status, t.close_price, t.seq,
      t.ts, t.tick, t.repaid, p_at from taken t)
  select count(*) as n, array_agg(t.account_id) as accounts, array_agg(t.asset) as assets, array_agg(t.held) as free,
    array_agg(-t.held) as held, array_agg(t.instrument_id) as instruments, array_agg(t.notional) as notionals into v_done from taken t;
  if v_done.n <> jsonb_array_length(p_ended) then raise exception 'an order waits no more' using errcode = 'P0001'; end if;
  perform ledger.shift(v_done.accounts, v_done.assets, v_done.free, v_done.held);
  perform contracts.expose('left', v_done.assets, v_done.instruments, v_done.notionals);
  perform ledger.post('contract.repay', h.id, array[h.account_id, ledger.account_named('reserve:contracts')],
    array[h.asset, h.asset], array[-g.repaid, g.repaid], p_at)
  from jsonb_to_recordset(p_ended) g(account bigint, id uuid, repaid bigint)
  join contracts.history h on h.account_id = g.account and h.id = g.id where g.repaid > 0;
end $$;
grant execute on function contracts.end_orders to api;
