-- How many operators each of these credits needs (approvals_needed), by what the deposits are now and for the operator who
-- would approve. One that an approval did not credit needs two, no matter which operator comes next.
create or replace function wallet.list_approvals_needed(
  p_ids uuid[], p_amounts bigint[], p_prices bigint[], p_operator uuid, p_at timestamptz)
returns table (id uuid, needed integer) language sql stable security definer set search_path = '' as $$
  select d.id, case when exists (select from wallet.deposit_approvals a
      where a.deposit_id = d.id and a.round = d.round and a.withdrawn_at is null) then 2
    else wallet.approvals_needed(d, wanted.amount, wanted.price, alone.units) end
  from (select wallet.may_credit_alone(p_operator, p_at) as units) alone,
    unnest(p_ids, p_amounts, p_prices) as wanted(id, amount, price) join wallet.deposits d on d.id = wanted.id
$$;
grant execute on function wallet.list_approvals_needed to console;
