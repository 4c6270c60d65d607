-- The output that a claim may be: of its coin, claimed by no other deposit, of exactly its amount, and of its sender where both are known.
create or replace function wallet.output_for(p_chain text, p_tx_hash text, p_network text, p_amount bigint, p_last6 text) returns integer
language sql stable security definer set search_path = '' as $$
  select s.vout from wallet.shared_outputs s
  where s.chain = p_chain and s.tx_hash = p_tx_hash and s.network = p_network and s.amount = p_amount
    and s.deposit_id is null and s.height is not null
    and (s.from_address is null or p_last6 = '' or lower(right(s.from_address, 6)) = lower(p_last6))
    and not exists (select 1 from wallet.credits c
      where c.chain = p_chain and c.tx_hash = p_tx_hash and c.reversed_entry is null and (c.vout = s.vout or c.by_hand))
  order by s.vout limit 1
$$;
grant execute on function wallet.output_for to api, console;
