-- What a customer requested to be paid out between two times, in USDT, without what was given back; null where one
-- of the prices it takes is not known. `p_limited`: without what went back to where a deposit came from. A request is never
-- older here than its row: a caller that names an earlier time takes no more out for it.
create or replace function wallet.withdrawn_usdt(p_customer uuid, p_after timestamptz, p_by timestamptz, p_prices bigint[], p_without uuid, p_limited boolean)
returns numeric language sql stable security definer set search_path = '' as $$
  select case when coalesce(bool_or(usdt is null), false) then null else coalesce(sum(usdt), 0) end
  from (select wallet.usdt_of(w.coin, w.amount, p_prices) as usdt from wallet.withdrawals w
    where w.customer_id = p_customer and greatest(w.requested_at, w.recorded_at) > p_after
      and greatest(w.requested_at, w.recorded_at) <= p_by
      and w.status not in ('CANCELLED', 'REJECTED', 'FAILED') and w.id is distinct from p_without
      and not (p_limited and w.to_origin)) one
$$;
grant execute on function wallet.withdrawn_usdt to api, console, payout;
