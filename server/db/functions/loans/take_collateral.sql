-- Gives a part of the collateral back to its customer while the loan runs and is not due yet, if what is owed is at most half
-- the value of the rest at a recorded tick. outcome: 'taken' · 'changed': another payment or movement came first · 'share': more
-- than half · 'state': no such loan, none that runs, or one that is due.
create or replace function loans.take_collateral(p_taking loans.collateral_taking, out outcome text)
language plpgsql security definer set search_path = '' as $$
declare
  v_loan loans.loans;
  v_collateral loans.collateral;
  v_value numeric;
begin
  outcome := 'state';
  perform 1 from accounts.customers c where c.id = p_taking.customer_id for no key update;
  select * into v_loan from loans.loans l where l.id = p_taking.loan_id and l.customer_id = p_taking.customer_id for update;
  if not found or v_loan.status <> 'ACTIVE' or p_taking.at >= v_loan.disbursed_at + make_interval(hours => 24 * v_loan.days) then return; end if;
  select * into v_collateral from loans.collateral c where c.loan_id = v_loan.id for update;
  if not found then return; end if;
  if (v_loan.payments, v_collateral.moves) <> (p_taking.payments, p_taking.moves) then outcome := 'changed'; return; end if;
  outcome := 'share';
  if p_taking.amount <= 0 or p_taking.amount >= v_collateral.amount or p_taking.owed < v_loan.amount - v_loan.principal_paid then return; end if;
  v_value := div((v_collateral.amount - p_taking.amount) * (p_taking.tick ->> 'price')::numeric * 1000000,
    10::numeric ^ ledger.asset_scale(v_collateral.asset));
  if p_taking.owed::numeric * 100 > v_value * loans.collateral_max_ltv() then return; end if;
  outcome := 'taken';
  perform 1 from ledger.lock_balances(array[v_loan.account_id], array[v_collateral.asset]);
  perform ledger.shift(array[v_loan.account_id], array[v_collateral.asset], array[p_taking.amount], array[-p_taking.amount]);
  insert into loans.collateral_moves (id, loan_id, n, kind, amount, at, tick, owed)
  values (p_taking.id, v_loan.id, v_collateral.moves + 1, 'TAKE_BACK', p_taking.amount, p_taking.at, p_taking.tick, p_taking.owed);
  update loans.collateral c set amount = c.amount - p_taking.amount, pledged = c.pledged - p_taking.amount, moves = c.moves + 1
  where c.loan_id = v_loan.id;
end $$;
grant execute on function loans.take_collateral to api;
