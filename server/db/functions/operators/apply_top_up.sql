-- Moves more of the house's own capital to a product's reserve; never less, never to a customer.
create or replace function operators.apply_top_up(p_request uuid, p_at timestamptz) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  v_payload jsonb := operators.must_be_approved(p_request, 'reserve.topUp');
begin
  if not ledger.is_reserve(v_payload ->> 'account', v_payload ->> 'asset') or v_payload ->> 'asset' = 'USDT.virtual'
    or v_payload ->> 'amount' like '-%'
  then
    raise exception 'not an account that is topped up' using errcode = 'P0001';
  end if;
  return operators.post_against_capital(p_request, 'reserve.topUp', v_payload ->> 'account',
    v_payload ->> 'asset', v_payload ->> 'amount', p_at);
end $$;
grant execute on function operators.apply_top_up to console;
