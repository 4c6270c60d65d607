-- The number of what an operator signs next in a round of a deposit.
create or replace function wallet.next_revision(p_deposit uuid, p_round smallint, p_operator uuid) returns smallint
language sql stable set search_path = '' as $$
  select (1 + (select count(*) from wallet.deposit_approvals a
      where a.deposit_id = p_deposit and a.round = p_round and a.operator_id = p_operator)
    + (select count(*) from wallet.deposit_returns r
      where r.deposit_id = p_deposit and r.round = p_round and r.operator_id = p_operator))::smallint
$$;
grant execute on function wallet.next_revision to console;
