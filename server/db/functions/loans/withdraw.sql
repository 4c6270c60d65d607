-- The customer takes an undecided application back. Returns whether it was.
create or replace function loans.withdraw(p_id uuid, p_customer uuid, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update loans.loans l set status = 'CANCELLED_BY_CUSTOMER', moved_at = p_at, decided_at = p_at, ended_at = p_at
  where l.id = p_id and l.customer_id = p_customer and l.status = 'PENDING_REVIEW';
  return found;
end $$;
grant execute on function loans.withdraw to api;
