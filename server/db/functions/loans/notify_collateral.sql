-- Keeps the share that a customer is notified of. Returns whether it still was `p_before`, so that each is notified once.
create or replace function loans.notify_collateral(p_loan uuid, p_before smallint, p_after smallint) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update loans.collateral c set notified = p_after where c.loan_id = p_loan and c.notified = p_before and c.amount > 0;
  return found;
end $$;
grant execute on function loans.notify_collateral to api;
