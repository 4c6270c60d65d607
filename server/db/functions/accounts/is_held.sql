-- Whether a legal hold is in force, disclosed or not. A caller that moves money locks the customer first.
create or replace function accounts.is_held(p_customer uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from accounts.legal_holds h where h.customer_id = p_customer and h.lifted_at is null)
    or exists (select from accounts.customers c where c.id = p_customer and c.status = 'LEGAL_HOLD')
$$;
grant execute on function accounts.is_held to console, payout;
