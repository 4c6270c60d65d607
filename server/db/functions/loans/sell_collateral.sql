-- Repays a loan out of its collateral: from 83 % of its value on, or at the end where the loan would be written off. Loan
-- money that is left is taken first and in a step of its own, and then nothing is sold. What is sold is one conversion at
-- one recorded tick. Nothing moves under a legal hold. outcome: 'sold' · 'lent' · 'changed': another payment, movement or
-- repayment plan came first · 'inventory': the house has too little · 'nothing'. `paid` is what it repaid, `ends` is 'REPAID' where that is all.
create or replace function loans.sell_collateral(p_sale loans.collateral_sale, out outcome text, out paid bigint, out ends text)
language plpgsql security definer set search_path = '' as $$
declare
  v_inventory bigint := ledger.account_named('house:inventory');
  v_loan loans.loans;
  v_collateral loans.collateral;
  v_stock bigint;
  v_lent bigint;
  v_own bigint;
  v_value numeric;
begin
  outcome := 'nothing';
  perform 1 from accounts.customers c where c.id = p_sale.customer_id for no key update;
  select * into v_loan from loans.loans l where l.id = p_sale.loan_id and l.customer_id = p_sale.customer_id for update;
  if not found or v_loan.status not in ('ACTIVE', 'OVERDUE', 'IN_ARREARS') or accounts.is_held(p_sale.customer_id) then return; end if;
  select * into v_collateral from loans.collateral c where c.loan_id = v_loan.id for update;
  if not found or v_collateral.amount = 0 then return; end if;
  if (v_loan.payments, v_collateral.moves) <> (p_sale.payments, p_sale.moves)
    or loans.plan_in_force(v_loan.id) is distinct from p_sale.plan_id
  then
    outcome := 'changed';
    return;
  end if;
  v_value := div(v_collateral.amount * (p_sale.tick ->> 'price')::numeric * 1000000, 10::numeric ^ ledger.asset_scale(v_collateral.asset));
  if (case p_sale.cause when 'LTV' then p_sale.owed::numeric * 100 >= v_value * loans.collateral_sale_ltv()
      when 'END' then v_loan.status = 'IN_ARREARS' and v_loan.due_at <= p_sale.at end) is not true
    or p_sale.owed < v_loan.amount - v_loan.principal_paid or p_sale.amount > v_collateral.amount
  then
    return;
  end if;
  -- The house's rows first and in the order of their accounts, as every entry locks them.
  perform ledger.lock_origin(ledger.account_named('house:capital'), array[1, 3]::smallint[]);
  select max(b.free) filter (where b.account_id = v_inventory and b.asset = 1) into v_stock
  from ledger.lock_balances(array[v_inventory, ledger.account_named('revenue:loan')], array[1, v_collateral.asset]::smallint[]) b;
  v_own := ledger.lock_withdrawable(v_loan.account_id, 1::smallint);
  v_lent := ledger.lock_balance(v_loan.account_id, 3::smallint);
  if v_lent > 0 then
    outcome := 'lent';
    paid := least(v_lent, p_sale.owed);
  else
    if coalesce(v_stock, 0) < p_sale.received then outcome := 'inventory'; return; end if;
    outcome := 'sold';
    paid := least(p_sale.received, p_sale.owed);
    perform ledger.shift(array[v_loan.account_id], array[v_collateral.asset], array[p_sale.amount], array[-p_sale.amount]);
    perform wallet.book_conversion(row(p_sale.id, p_sale.customer_id, v_loan.account_id, p_sale.id, v_collateral.asset, 1::smallint,
      p_sale.amount, p_sale.fee, p_sale.received, p_sale.tick ->> 'price', jsonb_build_array(p_sale.tick), p_sale.at,
      p_sale.at)::wallet.new_conversion);
    insert into loans.collateral_moves (id, loan_id, n, kind, amount, at, tick, owed, cause, steps)
    values (p_sale.id, v_loan.id, v_collateral.moves + 1, 'SALE', p_sale.amount, p_sale.at, p_sale.tick, p_sale.owed,
      p_sale.cause, p_sale.steps);
    update loans.collateral c set amount = c.amount - p_sale.amount, moves = c.moves + 1 where c.loan_id = v_loan.id;
  end if;
  ends := case when paid = p_sale.owed then 'REPAID' end;
  perform loans.take_payment(v_loan, row(p_sale.id, case outcome when 'lent' then 'LOAN_MONEY' else 'COLLATERAL' end, null,
    least(paid, v_loan.amount - v_loan.principal_paid), greatest(0, paid - (v_loan.amount - v_loan.principal_paid)),
    case outcome when 'lent' then paid else 0 end, ends, p_sale.at)::loans.payment_taken);
end $$;
grant execute on function loans.sell_collateral to api;
