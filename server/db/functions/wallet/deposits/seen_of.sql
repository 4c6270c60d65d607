-- Where the chain shows what a deposit is of: at the customer's own address, or at the one that all share.
create or replace function wallet.seen_of(p_deposit uuid) returns table (height bigint, lost_at_height bigint, amount bigint)
language sql stable set search_path = '' as $$
  select v.height, v.lost_at_height, v.amount from wallet.arrivals v where v.deposit_id = p_deposit
  union all
  select s.height, s.lost_at_height, s.amount from wallet.shared_outputs s where s.deposit_id = p_deposit
$$;
