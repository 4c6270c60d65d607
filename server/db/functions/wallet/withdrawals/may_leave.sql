-- wallet.lock_customer for the payout, which has locked the withdrawal already and so does not wait for the customer. False where a legal
-- hold is in force, or where one is being set or lifted at this moment.
create or replace function wallet.may_leave(p_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_customer uuid;
begin
  select c.id into v_customer from accounts.customers c
  where c.id = (select w.customer_id from wallet.withdrawals w where w.id = p_id) for key share skip locked;
  return v_customer is not null and not accounts.is_held(v_customer);
end $$;
grant execute on function wallet.may_leave to payout;
