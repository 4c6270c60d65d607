-- Holds a coin for a loan: with its application where a tick priced it, else more of the same coin while the loan is under
-- review or runs. outcome: 'pledged' · 'balance': too little that may be traded with, `free` is what there is · 'state': no
-- such loan, or none that this coin secures.
create or replace function loans.pledge(p_pledge loans.new_pledge, out outcome text, out free bigint)
language plpgsql security definer set search_path = '' as $$
declare
  v_loan loans.loans;
  v_collateral loans.collateral;
begin
  outcome := 'state';
  perform 1 from accounts.customers c where c.id = p_pledge.customer_id for no key update;
  select * into v_loan from loans.loans l where l.id = p_pledge.loan_id and l.customer_id = p_pledge.customer_id for update;
  if not found or v_loan.status not in ('PENDING_REVIEW', 'APPROVED', 'ACTIVE', 'OVERDUE', 'IN_ARREARS') then return; end if;
  select * into v_collateral from loans.collateral c where c.loan_id = v_loan.id for update;
  if (case when p_pledge.tick is null then found and v_collateral.asset = p_pledge.asset
      else not found and v_loan.status = 'PENDING_REVIEW' and v_loan.signed_at = p_pledge.at end) is not true then
    return;
  end if;
  select b.tradable into free from ledger.lock_balances(array[v_loan.account_id], array[p_pledge.asset]) b;
  free := greatest(0, coalesce(free, 0));
  if p_pledge.amount <= 0 or free < p_pledge.amount then outcome := 'balance'; return; end if;
  outcome := 'pledged';
  free := free - p_pledge.amount;
  perform ledger.shift(array[v_loan.account_id], array[p_pledge.asset], array[-p_pledge.amount], array[p_pledge.amount]);
  insert into loans.collateral as c (loan_id, account_id, asset, amount, pledged, moves)
  values (v_loan.id, v_loan.account_id, p_pledge.asset, p_pledge.amount, p_pledge.amount, 1)
  on conflict (loan_id) do update set amount = c.amount + excluded.amount, pledged = c.pledged + excluded.amount, moves = c.moves + 1;
  insert into loans.collateral_moves (id, loan_id, n, kind, amount, at, tick)
  select p_pledge.id, c.loan_id, c.moves, case when p_pledge.tick is null then 'ADD' else 'PLEDGE' end, p_pledge.amount,
    p_pledge.at, p_pledge.tick
  from loans.collateral c where c.loan_id = v_loan.id;
end $$;
grant execute on function loans.pledge to api;
