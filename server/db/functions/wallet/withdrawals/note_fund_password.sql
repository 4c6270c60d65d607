create or replace function wallet.note_fund_password() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update accounts.customers c set fund_password_set = true where c.id = new.customer_id;
  return null;
end $$;
