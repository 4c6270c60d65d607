-- Moves a customer's credit score by what became of a loan, once for each kind, within the bounds of scores. The caller has
-- locked the customer.
create or replace function loans.move_score(p_loan uuid, p_kind text, p_points integer, p_at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_customer uuid := (select l.customer_id from loans.loans l where l.id = p_loan);
  v_score integer;
begin
  select greatest(300, least(850, coalesce(c.credit_score, 600) + p_points)) into v_score
  from accounts.customers c where c.id = v_customer for no key update;
  insert into loans.score_events (customer_id, loan_id, kind, points, score, at)
  values (v_customer, p_loan, p_kind, p_points, v_score, p_at) on conflict do nothing;
  if found then update accounts.customers c set credit_score = v_score where c.id = v_customer; end if;
end $$;
grant execute on function loans.move_score to api;
