-- What several customers were sent by one transaction to the address that all share is told apart by its outputs.

-- Outputs of transactions to the address that all customers share, as the watcher saw them. They credit nobody: a claim that
-- fits finds its own, and operators see what arrived. `height` is null while a reorganisation has taken it out.
create table wallet.shared_outputs (
  chain text not null,
  tx_hash text not null,
  vout integer not null,
  network text not null,
  asset smallint not null references ledger.assets,
  amount bigint not null check (amount > 0),
  from_address text,
  height bigint,
  lost_at_height bigint,
  deposit_id uuid unique references wallet.deposits,
  seen_at timestamptz not null,
  primary key (chain, tx_hash, vout),
  check ((height is null) = (lost_at_height is not null))
);
create index shared_outputs_by_height on wallet.shared_outputs (chain, height);

-- Where the chain shows what a deposit is of: at the customer's own address, or at the one that all share.
create function wallet.seen_of(p_deposit uuid) returns table (height bigint, lost_at_height bigint)
language sql stable set search_path = '' as $$
  select v.height, v.lost_at_height from wallet.arrivals v where v.deposit_id = p_deposit
  union all
  select s.height, s.lost_at_height from wallet.shared_outputs s where s.deposit_id = p_deposit
$$;

-- The output that a claim may be: of its coin, nobody else's, of exactly its amount, and of its sender where both are known.
create function wallet.output_for(p_chain text, p_tx_hash text, p_network text, p_amount bigint, p_last6 text) returns integer
language sql stable security definer set search_path = '' as $$
  select s.vout from wallet.shared_outputs s
  where s.chain = p_chain and s.tx_hash = p_tx_hash and s.network = p_network and s.amount = p_amount
    and s.deposit_id is null and s.height is not null
    and (s.from_address is null or p_last6 = '' or lower(right(s.from_address, 6)) = lower(p_last6))
    and not exists (select 1 from wallet.credits c
      where c.chain = p_chain and c.tx_hash = p_tx_hash and c.reversed_entry is null and (c.vout = s.vout or c.by_hand))
  order by s.vout limit 1
$$;

-- What operators approve for a customer reaches that customer's account and no other; nobody who has left announces anything,
-- and a claim finds its output.
create function wallet.guard_new_deposit() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_status text;
  v_vout integer;
begin
  select c.status into v_status from accounts.customers c
  where c.id = new.customer_id and c.account_id = new.account_id for share;
  if not found then
    raise exception 'the account is not of this customer' using errcode = 'restrict_violation';
  end if;
  if new.source = 'CLAIM' and v_status = 'CLOSED' then
    raise exception 'the account is closed' using errcode = 'invalid_authorization_specification';
  end if;
  if new.source <> 'CHAIN' then
    v_vout := wallet.output_for(new.chain, new.tx_hash, new.network, new.amount, new.last6);
    if v_vout is not null then
      new.vout := v_vout;
      new.matched := true;
      new.from_address := coalesce(new.from_address, (select s.from_address from wallet.shared_outputs s
        where s.chain = new.chain and s.tx_hash = new.tx_hash and s.vout = v_vout));
    end if;
  end if;
  return new;
end $$;
create trigger guarded_new before insert on wallet.deposits for each row execute function wallet.guard_new_deposit();

-- What is rejected or taken back leaves its output to whom it belongs; what is submitted once more looks for it again.
create function wallet.find_again() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_vout integer;
begin
  if old.status = 'REJECTED' and new.status = 'SUBMITTED' then
    v_vout := wallet.output_for(new.chain, new.tx_hash, new.network, new.amount, new.last6);
    new.matched := v_vout is not null;
    new.vout := coalesce(v_vout, 0);
  end if;
  return new;
end $$;
create trigger found_again before update of status on wallet.deposits for each row execute function wallet.find_again();

-- Who found an output keeps it, until the deposit is no more: what was taken back leaves its output too, so that it can be
-- claimed once more where it comes back.
create function wallet.keep_output() returns trigger language plpgsql security definer set search_path = '' as $$
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
create trigger output_kept after insert or update of status, matched on wallet.deposits
  for each row execute function wallet.keep_output();

-- A transfer that the watcher sees at the shared address. Claims of this transaction that wait find theirs, by amount and
-- sender; one that fits none goes on standing for the whole transaction.
create function wallet.see_shared(
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

revoke all on all functions in schema wallet from public;
grant execute on function wallet.output_for to api, console;
grant execute on function wallet.see_shared to chain;
grant select on wallet.shared_outputs to api, console, chain;
