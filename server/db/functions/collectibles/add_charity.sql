-- Registers a charity and opens its account in the ledger, which receives the whole of every price.
create or replace function collectibles.add_charity(
  p_id uuid, p_name text, p_registration_number text, p_country text, p_website text, p_agreement_id text, p_causes jsonb,
  p_at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_account bigint := ledger.add_account('charity:' || p_id);
begin
  -- A balance to pay into, so that many may at once.
  perform ledger.credit_house(v_account, 1::smallint, 0);
  insert into collectibles.charities (id, account_id, name, registration_number, country, website, agreement_id, causes, at)
  values (p_id, v_account, p_name, p_registration_number, p_country, p_website, p_agreement_id, p_causes, p_at);
end $$;
grant execute on function collectibles.add_charity to console;
