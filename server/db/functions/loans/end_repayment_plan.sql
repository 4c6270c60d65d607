-- Ends a repayment plan with its loan, in the statement that ends the loan: kept where it is repaid, and what was not
-- accepted lapses.
create or replace function loans.end_repayment_plan() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if old.status <> new.status and new.status in ('REPAID', 'WRITTEN_OFF') then
    update loans.repayment_plans p
    set status = case when p.status = 'ACCEPTED' then 'KEPT' else 'LAPSED' end, ended_at = new.moved_at
    where p.loan_id = new.id and p.status in ('PREPARED', 'OFFERED', 'ACCEPTED');
  end if;
  return null;
end $$;
