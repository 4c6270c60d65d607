-- Moves the amount of an approved request against the house's capital, by one entry under the request's number, and marks it
-- applied in the same transaction. Returns the entry.
create or replace function operators.post_against_capital(
  p_request uuid, p_kind text, p_account text, p_asset text, p_amount text, p_at timestamptz) returns bigint
language plpgsql set search_path = '' as $$
declare
  v_capital bigint := ledger.account_named('house:capital');
  v_account bigint := ledger.account_named(p_account);
  v_asset ledger.assets;
  v_units numeric;
  v_entry bigint;
begin
  select * into strict v_asset from ledger.assets a where a.name = p_asset;
  v_units := p_amount::numeric * (10::numeric ^ v_asset.scale);
  if v_account is null or v_units = 0 or v_units <> trunc(v_units) or abs(v_units) > 9000000000000000 then
    raise exception 'amount or account of the request cannot be used' using errcode = 'P0001';
  end if;
  v_entry := ledger.post(p_kind, p_request, array[v_capital, v_account], array[v_asset.id, v_asset.id],
    array[-v_units::bigint, v_units::bigint], p_at);
  update operators.change_requests q set status = 'APPLIED', applied_at = p_at where q.id = p_request;
  return v_entry;
end $$;
