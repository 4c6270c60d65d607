-- A conversion is its customer's, and its amounts follow from its ticks: the fee is a thousandth, rounded up, and the rest is
-- exchanged at the quotient of the prices, rounded down, as in proofs/convert. Prices are written with all the
-- decimals of their record, and each is within a tenth of the last price that was packed, which is a minute or two older; before
-- the first there is none.
create or replace function wallet.guard_conversion() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_paid numeric := case when new.from_asset = 1 then 1 end;
  v_bought numeric := case when new.to_asset = 1 then 1 end;
  v_tick record;
  v_recorded bigint;
  v_decimals integer;
begin
  if not exists (select from accounts.customers c where c.id = new.customer_id and c.account_id = new.account_id) then
    raise exception 'the account is not of this customer' using errcode = 'restrict_violation';
  end if;
  for v_tick in select t ->> 'code' as code, t ->> 'price' as price from jsonb_array_elements(new.ticks) t loop
    select i.last_price, i.precision into v_recorded, v_decimals from markets.instruments i where i.code = v_tick.code;
    if v_tick.price !~ '^[0-9]{1,12}\.[0-9]{1,20}$' or length(split_part(v_tick.price, '.', 2)) is distinct from v_decimals
      or abs(v_tick.price::numeric * 10::numeric ^ v_decimals - v_recorded) * 10 > v_recorded
    then
      raise exception 'no such price of % is on record', v_tick.code using errcode = 'restrict_violation';
    end if;
    if (v_tick.code, new.from_asset) in (('BTCUSDT', 4), ('ETHUSDT', 5)) then v_paid := v_tick.price::numeric;
    elsif (v_tick.code, new.to_asset) in (('BTCUSDT', 4), ('ETHUSDT', 5)) then v_bought := v_tick.price::numeric; end if;
  end loop;
  if v_paid is null or v_bought is null
    or new.received <> div((new.amount - new.fee) * v_paid * (10::numeric ^ ledger.asset_scale(new.to_asset)),
      v_bought * (10::numeric ^ ledger.asset_scale(new.from_asset)))
  then
    raise exception 'a conversion comes to what its ticks give' using errcode = 'restrict_violation';
  end if;
  update wallet.conversion_count n set last = n.last + 1 returning n.last into new.seq;
  return new;
end $$;
