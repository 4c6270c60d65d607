-- Whether a legal hold is in force, told or not. Whoever asks in order to move money has locked the customer.
create or replace function accounts.is_held(p_customer uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from accounts.legal_holds h where h.customer_id = p_customer and h.lifted_at is null)
    or exists (select from accounts.customers c where c.id = p_customer and c.status = 'LEGAL_HOLD')
$$;
grant execute on function accounts.is_held to console, payout;
