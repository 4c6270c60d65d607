-- How many operators each of these credits needs (approvals_needed), by what the deposits are now.
create or replace function wallet.list_approvals_needed(p_ids uuid[], p_amounts bigint[], p_prices bigint[])
returns table (id uuid, needed integer) language sql stable security definer set search_path = '' as $$
  select d.id, wallet.approvals_needed(d, asked.amount, asked.price)
  from unnest(p_ids, p_amounts, p_prices) as asked(id, amount, price) join wallet.deposits d on d.id = asked.id
$$;
grant execute on function wallet.list_approvals_needed to console;
