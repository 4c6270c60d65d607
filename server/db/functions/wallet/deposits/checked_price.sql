-- A price of one whole coin in smallest units of USDT as far as it is plausible: null for none, and for one more than a
-- tenth from the last price on record, which then requires two persons.
create or replace function wallet.checked_price(p_asset smallint, p_price bigint) returns bigint
language sql stable set search_path = '' as $$
  select case when p_asset = 1 then 1000000 else (
    select p_price from markets.instruments i
    where i.code = case p_asset when 4 then 'BTCUSDT' when 5 then 'ETHUSDT' end
      and abs(p_price - i.last_price * 10::numeric ^ (6 - i.precision)) * 10 <= i.last_price * 10::numeric ^ (6 - i.precision)) end
$$;
