-- The customer of a withdrawal, locked against a legal hold until the transaction ends: locked first, as a hold locks.
create or replace function wallet.lock_customer(p_id uuid) returns uuid
language sql security definer set search_path = '' as $$
  select c.id from accounts.customers c where c.id = (select w.customer_id from wallet.withdrawals w where w.id = p_id) for key share
$$;
