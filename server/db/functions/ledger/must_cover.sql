-- A gain as it was requested, if the two parts of its hold cover it; refuses (P0001) any other.
create or replace function ledger.must_cover(p_gain bigint, p_amount bigint, p_house_amount bigint) returns bigint
language plpgsql immutable as $$
begin
  if p_gain > coalesce(p_house_amount, 0) or p_gain < -p_amount then
    raise exception 'a gain of % is beyond what is held', p_gain using errcode = 'P0001';
  end if;
  return p_gain;
end $$;
