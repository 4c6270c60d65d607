-- The caps before operators decide otherwise, in 24 hours and per asset: what one customer may be charged by adjustments,
-- and what one operator may credit by hand without a second. Public.
create or replace function operators.first_caps(p_key text) returns text language sql immutable as $$
  select case p_key
    when 'adjustments' then '{"USDT":"1000","BTC":"0.01","ETH":"0.3"}'
    when 'credits' then '{"USDT":"10000"}' end
$$;
grant execute on function operators.first_caps to api, console;
