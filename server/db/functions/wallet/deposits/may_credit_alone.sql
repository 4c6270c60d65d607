-- What an operator may still credit by hand without a second, in smallest units of USDT: no more than the limit of one
-- credit, and no more than is left of what the operator's credits of the last 24 hours may come to. A credit counts where
-- no other operator approved it; what a chain shows is not by hand.
create or replace function wallet.may_credit_alone(p_operator uuid, p_at timestamptz) returns bigint
language sql stable security definer set search_path = '' as $$
  select greatest(0, least(wallet.max_by_one_person(),
    floor((operators.caps_at('credits', p_at) ->> 'USDT')::numeric * 1000000)::bigint - (
      select coalesce(sum(d.credited_usdt), 0)::bigint
      from wallet.deposit_approvals a
      join wallet.deposits d on d.id = a.deposit_id and d.round = a.round and d.credited = a.amount
      join wallet.credits c on c.deposit_id = d.id and c.by_hand
      where a.operator_id = p_operator and a.at > p_at - interval '24 hours' and a.withdrawn_at is null
        and not exists (select from wallet.deposit_approvals o
          where o.deposit_id = a.deposit_id and o.round = a.round and o.operator_id <> a.operator_id
            and o.withdrawn_at is null and o.amount = a.amount and o.from_address = a.from_address
            and o.credited_before is not distinct from a.credited_before))))
$$;
grant execute on function wallet.may_credit_alone to console;
