-- Keeps a transfer that the watcher sees at a customer's own address, in a block at a height. The claim of the customer for this
-- transaction becomes it, or a deposit of its own is made; a claim that found its output at the shared address is of another
-- payment. Returns the deposit; nothing where the address belongs to no customer.
create or replace function wallet.see_transfer(p_id uuid, p_address text, p_seen wallet.seen_transfer, p_due timestamptz)
returns table (deposit_id uuid, fresh boolean) language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_customer uuid;
  v_arrival wallet.arrivals;
  v_deposit wallet.deposits;
  v_fresh boolean := false;
begin
  select a.customer_id into v_customer from wallet.addresses_in a where a.chain = p_seen.chain and a.address = p_address;
  if v_customer is null then return; end if;
  perform wallet.hold_transaction(p_seen.chain, p_seen.tx_hash);
  select * into v_arrival from wallet.arrivals v where v.chain = p_seen.chain and v.tx_hash = p_seen.tx_hash and v.vout = p_seen.vout;
  if found then
    select * into v_deposit from wallet.deposits d where d.id = v_arrival.deposit_id;
    if v_deposit.status not in ('REVERSED', 'REJECTED') then
      update wallet.arrivals v set height = p_seen.height, lost_at_height = null
      where v.chain = p_seen.chain and v.tx_hash = p_seen.tx_hash and v.vout = p_seen.vout and v.height is distinct from p_seen.height;
      return query select v_deposit.id, false; return;
    end if;
  end if;
  select * into v_deposit from wallet.deposits d
  where d.chain = p_seen.chain and d.tx_hash = p_seen.tx_hash and d.customer_id = v_customer and d.asset = p_seen.asset and not d.matched and not d.part
    and d.status in ('SUBMITTED', 'CONFIRMING', 'ON_HOLD_AML', 'CREDITED') and d.source <> 'CHAIN'
    and not exists (select 1 from wallet.arrivals v where v.deposit_id = d.id)
  for update;
  if found then
    update wallet.deposits d set vout = p_seen.vout, from_address = p_seen.from_address,
      status = case d.status when 'SUBMITTED' then 'CONFIRMING' else d.status end
    where d.id = v_deposit.id;
  else
    insert into wallet.deposits (id, customer_id, account_id, asset, network, chain, amount, last6, tx_hash, vout, source,
      status, from_address, created_at, due_at)
    select p_id, c.id, c.account_id, p_seen.asset, p_seen.network, p_seen.chain, p_seen.amount, coalesce(right(p_seen.from_address, 6), ''), p_seen.tx_hash, p_seen.vout, 'CHAIN',
      'CONFIRMING', p_seen.from_address, p_seen.at, p_due
    from accounts.customers c where c.id = v_customer
    returning * into v_deposit;
    v_fresh := true;
  end if;
  insert into wallet.arrivals as v (chain, tx_hash, vout, deposit_id, amount, height)
  values (p_seen.chain, p_seen.tx_hash, p_seen.vout, v_deposit.id, p_seen.amount, p_seen.height)
  on conflict (chain, tx_hash, vout) do update
  set deposit_id = excluded.deposit_id, amount = excluded.amount, height = excluded.height, lost_at_height = null;
  return query select v_deposit.id, v_fresh;
end $$;
grant execute on function wallet.see_transfer to chain;
