-- 10 000 USDT.virtual: what an account opens with and is reset to, whatever amount a caller passes.
create or replace function ledger.must_be_opening(p_amount bigint) returns bigint language plpgsql immutable as $$
begin
  if p_amount is distinct from 10000000000 then
    raise exception 'a virtual account opens with 10 000' using errcode = 'P0001';
  end if;
  return p_amount;
end $$;
