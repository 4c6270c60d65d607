-- A transfer that the watcher sees at the shared address. Claims of this transaction that wait find theirs, by amount and
-- sender; one that fits none goes on standing for the whole transaction.
create or replace function wallet.see_shared(
  p_chain text, p_network text, p_asset smallint, p_tx_hash text, p_vout integer, p_amount bigint, p_from text,
  p_height bigint, p_at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_claim record;
  v_vout integer;
begin
  perform wallet.hold_transaction(p_chain, p_tx_hash);
  insert into wallet.shared_outputs as s (chain, tx_hash, vout, network, asset, amount, from_address, height, seen_at)
  values (p_chain, p_tx_hash, p_vout, p_network, p_asset, p_amount, p_from, p_height, p_at)
  on conflict (chain, tx_hash, vout) do update
  set height = excluded.height, lost_at_height = null, amount = excluded.amount;
  for v_claim in
    select d.id, d.network, d.amount, d.last6 from wallet.deposits d
    where d.chain = p_chain and d.tx_hash = p_tx_hash and d.source <> 'CHAIN' and not d.matched
      and d.status in ('SUBMITTED', 'CONFIRMING', 'ON_HOLD_AML')
      and not exists (select 1 from wallet.arrivals v where v.deposit_id = d.id)
    order by d.id for update
  loop
    v_vout := wallet.output_for(p_chain, p_tx_hash, v_claim.network, v_claim.amount, v_claim.last6);
    if v_vout is not null then
      update wallet.deposits d set vout = v_vout, matched = true,
        from_address = coalesce(d.from_address, (select s.from_address from wallet.shared_outputs s
          where s.chain = p_chain and s.tx_hash = p_tx_hash and s.vout = v_vout))
      where d.id = v_claim.id;
    end if;
  end loop;
end $$;
grant execute on function wallet.see_shared to chain;
