-- All that a customer has may be traded with from the moment the customer is verified.
create or replace function wallet.open_trading() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform ledger.clear_kept(new.account_id);
  return null;
end $$;
