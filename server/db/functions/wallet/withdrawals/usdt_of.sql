-- What an amount is in smallest units of USDT, rounded up; prices are units of USDT for a whole BTC and a whole ETH, null
-- where none is fresh.
create or replace function wallet.usdt_of(p_coin text, p_amount bigint, p_prices bigint[]) returns numeric
language sql immutable parallel safe as $$
  select case p_coin when 'USDT' then p_amount::numeric
    when 'BTC' then ceil(p_amount::numeric * p_prices[1] / 100000000)
    when 'ETH' then ceil(p_amount::numeric * p_prices[2] / 100000000) end
$$;
grant execute on function wallet.usdt_of to api, console, payout;
