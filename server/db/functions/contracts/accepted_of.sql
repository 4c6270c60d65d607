-- The rows of a batch that are accepted, each with its number.
create or replace function contracts.accepted_of(p_orders contracts.orders[], p_decided contracts.order_outcome[])
returns setof contracts.orders language sql immutable set search_path = '' as $$
  select o.account_id, o.id, d.order_no, o.asset, o.instrument_id, o.side, o.order_type, o.lots, o.leverage, o.price, o.stop_loss,
    o.take_profit, o.max_slippage, o.waits_until, o.accepted_at, o.seen_seq, o.seen_price, o.held, o.notional, o.feed_kind,
    o.terms_version, o.fee_discount_ppm
  from unnest(p_orders) with ordinality as o(account_id, id, order_no, asset, instrument_id, side, order_type, lots, leverage,
    price, stop_loss, take_profit, max_slippage, waits_until, accepted_at, seen_seq, seen_price, held, notional, feed_kind, terms_version, fee_discount_ppm, ord)
  join unnest(p_decided) d on d.ord = o.ord
  where d.outcome = 'accepted'
$$;
