-- Keeps a transfer that the watcher sees at the shared address. Claims of this transaction that wait find theirs, by amount and
-- sender; a claim that fits none stays a claim of the whole transaction.
create or replace function wallet.see_shared(p_seen wallet.seen_transfer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_claim record;
  v_vout integer;
begin
  perform wallet.hold_transaction(p_seen.chain, p_seen.tx_hash);
  insert into wallet.shared_outputs as s (chain, tx_hash, vout, network, asset, amount, from_address, height, seen_at)
  values (p_seen.chain, p_seen.tx_hash, p_seen.vout, p_seen.network, p_seen.asset, p_seen.amount, p_seen.from_address, p_seen.height, p_seen.at)
  on conflict (chain, tx_hash, vout) do update
  set height = excluded.height, lost_at_height = null, amount = excluded.amount;
  for v_claim in
    select d.id, d.network, d.amount, d.last6 from wallet.deposits d
    where d.chain = p_seen.chain and d.tx_hash = p_seen.tx_hash and d.source <> 'CHAIN' and not d.matched
      and d.status in ('SUBMITTED', 'CONFIRMING', 'ON_HOLD_AML')
      and not exists (select 1 from wallet.arrivals v where v.deposit_id = d.id)
    order by d.id for update
  loop
    v_vout := wallet.output_for(p_seen.chain, p_seen.tx_hash, v_claim.network, v_claim.amount, v_claim.last6);
    if v_vout is not null then
      update wallet.deposits d set vout = v_vout, matched = true,
        from_address = coalesce(d.from_address, (select s.from_address from wallet.shared_outputs s
          where s.chain = p_seen.chain and s.tx_hash = p_seen.tx_hash and s.vout = v_vout))
      where d.id = v_claim.id;
    end if;
  end loop;
end $$;
grant execute on function wallet.see_shared to chain;
