-- What an operator withdraws by signing something else of the same deposit.
create or replace function wallet.withdraw_own(p_deposit uuid, p_round smallint, p_operator uuid, p_at timestamptz) returns void
language sql set search_path = '' as $$
  update wallet.deposit_approvals a set withdrawn_at = p_at
  where a.deposit_id = p_deposit and a.round = p_round and a.operator_id = p_operator and a.withdrawn_at is null;
  update wallet.deposit_returns r set withdrawn_at = p_at
  where r.deposit_id = p_deposit and r.round = p_round and r.operator_id = p_operator and r.withdrawn_at is null;
$$;
