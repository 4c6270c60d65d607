-- What customers may be charged in 24 hours by adjustments, per asset, before operators decide otherwise. Public.
create or replace function operators.first_adjustment_caps() returns text language sql immutable as
  $$ select '{"USDT":"1000","BTC":"0.01","ETH":"0.3"}' $$;
grant execute on function operators.first_adjustment_caps to api, console;
