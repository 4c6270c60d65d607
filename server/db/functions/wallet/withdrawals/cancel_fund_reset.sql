-- Cancels the owner's request. Returns whether one waited.
create or replace function wallet.cancel_fund_reset(p_customer uuid, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update wallet.fund_resets r set status = 'CANCELLED', hash = null, decided_at = p_at
  where r.customer_id = p_customer and r.status = 'WAITING';
  return found;
end $$;
grant execute on function wallet.cancel_fund_reset to api;
