-- Blocks from a height on are others now: what arrived in them waits to be seen again.
create or replace function wallet.lose_blocks(p_chain text, p_from bigint, p_head bigint) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_lost integer;
begin
  delete from wallet.chain_blocks b where b.chain = p_chain and b.height >= p_from;
  update wallet.shared_outputs s set height = null, lost_at_height = greatest(p_head, s.height)
  where s.chain = p_chain and s.height >= p_from;
  update wallet.arrivals v set height = null, lost_at_height = greatest(p_head, v.height)
  where v.chain = p_chain and v.height >= p_from;
  get diagnostics v_lost = row_count;
  return v_lost;
end $$;
grant execute on function wallet.lose_blocks to chain;
