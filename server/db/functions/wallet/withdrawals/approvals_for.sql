-- Approvals a sum of USDT requires: none, one or two; an unknown sum requires two.
create or replace function wallet.approvals_for(p_usdt numeric, p_auto bigint, p_one bigint) returns smallint
language sql immutable parallel safe as $$
  select case when p_usdt is null then 2 when p_usdt <= p_auto then 0 when p_usdt <= p_one then 1 else 2 end::smallint
$$;
grant execute on function wallet.approvals_for to api, console, payout;
