-- Whether a customer has had money sent to an address before.
create or replace function wallet.was_paid_to(p_customer uuid, p_network text, p_address text, p_memo text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from wallet.withdrawals w where w.customer_id = p_customer and w.network = p_network
    and w.address = p_address and w.memo is not distinct from p_memo and w.status = 'COMPLETED')
$$;
grant execute on function wallet.was_paid_to to api, console, payout;
