-- What was credited of a deposit's transaction already, in its coin and smallest units.
create or replace function wallet.credited_of(p_deposit wallet.deposits) returns bigint language sql stable set search_path = '' as $$
  select coalesce(sum(d.credited), 0)::bigint from wallet.credits c join wallet.deposits d on d.id = c.deposit_id
  where c.chain = p_deposit.chain and c.tx_hash = p_deposit.tx_hash and c.reversed_entry is null and d.asset = p_deposit.asset
$$;
