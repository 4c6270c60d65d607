-- What people credited at the address that all share is taken back by a reorganisation as what the chain credited is: where
-- its output was seen there and is gone for good. Of a credit that no watcher saw nothing can be said, and it stands.
alter table wallet.shared_outputs add column lost_at_height bigint;
update wallet.shared_outputs s
set lost_at_height = (select coalesce(max(b.height), 0) from wallet.chain_blocks b where b.chain = s.chain)
where s.height is null;
alter table wallet.shared_outputs add check ((height is null) = (lost_at_height is not null));

-- Where the chain shows what a deposit is of: at the customer's own address, or at the one that all share.
create function wallet.seen_of(p_deposit uuid) returns table (height bigint, lost_at_height bigint)
language sql stable set search_path = '' as $$
  select v.height, v.lost_at_height from wallet.arrivals v where v.deposit_id = p_deposit
  union all
  select s.height, s.lost_at_height from wallet.shared_outputs s where s.deposit_id = p_deposit
$$;
revoke all on function wallet.seen_of from public;

-- As in 0031; outputs at the shared address say since when they are gone, too.
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

-- As in 0032; what comes back is not lost.
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

-- As in 0032; what was taken back leaves its output, so that it can be claimed once more where it comes back.
create or replace function wallet.keep_output() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and old.matched and (not new.matched or new.status in ('REJECTED', 'CANCELLED', 'REVERSED')) then
    update wallet.shared_outputs s set deposit_id = null where s.deposit_id = new.id;
  end if;
  if new.matched and new.status not in ('REJECTED', 'CANCELLED', 'REVERSED') then
    update wallet.shared_outputs s set deposit_id = new.id
    where s.chain = new.chain and s.tx_hash = new.tx_hash and s.vout = new.vout and s.deposit_id is distinct from new.id;
  end if;
  return null;
end $$;

-- As in 0031; of either address.
create or replace function wallet.reverse_deposit(p_id uuid, p_head bigint, p_confirmations integer, p_at timestamptz)
returns table (outcome text, taken bigint, debt bigint) language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_deposit wallet.deposits;
  v_seen record;
  v_free bigint;
  v_taken bigint;
  v_debt bigint;
  v_entry bigint;
  v_custody bigint;
begin
  perform wallet.hold_transaction(p_id);
  select * into v_deposit from wallet.deposits d where d.id = p_id for update;
  select * into v_seen from wallet.seen_of(p_id);
  if not found or v_deposit.status is distinct from 'CREDITED' then return query select 'state', 0::bigint, 0::bigint; return; end if;
  if v_seen.height is not null or p_head < v_seen.lost_at_height + p_confirmations then
    return query select 'waits', 0::bigint, 0::bigint; return;
  end if;
  v_custody := (select id from ledger.accounts where name = 'custody:' || v_deposit.chain);
  select w.free into v_free from ledger.balances w
  where w.account_id = v_deposit.account_id and w.asset = v_deposit.asset and w.shard = 0 for update;
  v_taken := least(coalesce(v_free, 0), v_deposit.credited);
  v_debt := v_deposit.credited - v_taken;
  -- The house's rows after the customer's, as every entry locks them.
  perform ledger.fill_custody(v_custody, v_deposit.asset, v_deposit.credited, p_id, p_at);
  v_entry := ledger.post('deposit.reversed', p_id,
    array[v_deposit.account_id, v_custody]
      || case when v_debt > 0 then array[(select id from ledger.accounts where name = 'house:reorg-loss')] end,
    array[v_deposit.asset, v_deposit.asset] || case when v_debt > 0 then array[v_deposit.asset] end,
    array[-v_taken, v_deposit.credited] || case when v_debt > 0 then array[-v_debt] end, p_at);
  update ledger.balances w set kept = greatest(0, w.kept - v_deposit.kept)
  where w.account_id = v_deposit.account_id and w.asset = v_deposit.asset and w.shard = 0;
  update wallet.credits c set reversed_entry = v_entry where c.deposit_id = p_id;
  update wallet.deposits d set status = 'REVERSED', decided_at = p_at where d.id = p_id;
  if v_debt > 0 then
    insert into wallet.debts (deposit_id, customer_id, account_id, asset, amount, at)
    values (p_id, v_deposit.customer_id, v_deposit.account_id, v_deposit.asset, v_debt, p_at);
  end if;
  return query select 'reversed', v_taken, v_debt;
end $$;
