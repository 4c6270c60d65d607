-- A correction in the customer's favour that two operators signed; the customer sees the line. One against the customer
-- is announced first (announce_adjustment).
create or replace function operators.apply_adjustment(p_request uuid, p_at timestamptz) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  v_payload jsonb := operators.must_be_approved(p_request, 'adjustment');
begin
  if v_payload ->> 'asset' not in ('USDT', 'BTC', 'ETH') or v_payload ->> 'amount' like '-%' then
    raise exception 'only real money is adjusted, and only what is given is given at once' using errcode = 'P0001';
  end if;
  return operators.post_against_capital(p_request, 'adjustment', 'user:' || (v_payload ->> 'customerId'),
    v_payload ->> 'asset', v_payload ->> 'amount', p_at);
end $$;
grant execute on function operators.apply_adjustment to console;
