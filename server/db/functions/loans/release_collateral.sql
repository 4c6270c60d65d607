-- Gives collateral back in the statement that ends its loan. Before a loan is written off what is left has been sold.
create or replace function loans.release_collateral() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_collateral loans.collateral;
begin
  if old.status = new.status
    or new.status not in ('REPAID', 'CANCELLED_14D', 'REJECTED', 'CANCELLED_BY_CUSTOMER', 'WRITTEN_OFF') then
    return null;
  end if;
  select * into v_collateral from loans.collateral c where c.loan_id = new.id and c.amount > 0 for update;
  if not found then return null; end if;
  if new.status = 'WRITTEN_OFF' then
    raise exception 'collateral is sold before its loan is written off' using errcode = 'restrict_violation';
  end if;
  perform ledger.shift(array[v_collateral.account_id], array[v_collateral.asset], array[v_collateral.amount],
    array[-v_collateral.amount]);
  insert into loans.collateral_moves (id, loan_id, n, kind, amount, at)
  values (gen_random_uuid(), new.id, v_collateral.moves + 1, 'RELEASE', v_collateral.amount, new.moved_at);
  update loans.collateral c set amount = 0, moves = c.moves + 1, notified = 0 where c.loan_id = new.id;
  return null;
end $$;
