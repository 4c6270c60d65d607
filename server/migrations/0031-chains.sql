-- What the watcher of chains sees at addresses that are one customer's alone, and what comes of it: a deposit, its credit
-- when the chain has made it final, and its end when a reorganisation took it away for good.

-- Addresses that the installation has for its customers; one of a chain is a customer's for good once it was given.
create table wallet.addresses_in (
  chain text not null,
  address text not null,
  customer_id uuid references accounts.customers,
  given_at timestamptz,
  primary key (chain, address),
  check ((customer_id is null) = (given_at is null))
);
create unique index addresses_in_given on wallet.addresses_in (chain, customer_id) where customer_id is not null;

-- What the watcher saw arrive at such addresses. `height` is null while a reorganisation has taken it out of the chain.
create table wallet.arrivals (
  chain text not null,
  tx_hash text not null,
  vout integer not null,
  deposit_id uuid not null unique references wallet.deposits,
  amount bigint not null check (amount > 0),
  height bigint,
  lost_at_height bigint,
  primary key (chain, tx_hash, vout),
  check ((height is null) = (lost_at_height is not null))
);
create index arrivals_by_height on wallet.arrivals (chain, height);

-- The last blocks that were read of each chain, to notice when one of them is another.
create table wallet.chain_blocks (
  chain text not null,
  height bigint not null,
  hash text not null,
  primary key (chain, height)
);

-- Gives a customer an address of a chain, always the same one; null where none is left.
create function wallet.give_address(p_chain text, p_customer uuid, p_at timestamptz) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_address text;
begin
  perform pg_advisory_xact_lock(hashtextextended('address ' || p_chain || p_customer, 22));
  select a.address into v_address from wallet.addresses_in a where a.chain = p_chain and a.customer_id = p_customer;
  if found then return v_address; end if;
  update wallet.addresses_in a set customer_id = p_customer, given_at = p_at
  where a.chain = p_chain and a.address = (
    select f.address from wallet.addresses_in f where f.chain = p_chain and f.customer_id is null
    order by f.address limit 1 for update skip locked)
  returning a.address into v_address;
  return v_address;
end $$;

-- A transfer that the watcher sees at a customer's own address, in a block at a height. The claim of the customer for this
-- transaction becomes it, or a deposit of its own is made; a claim that found its output at the shared address is of another
-- payment. Answers the deposit; nothing where the address is nobody's.
create function wallet.see_transfer(
  p_id uuid, p_chain text, p_address text, p_network text, p_asset smallint, p_tx_hash text, p_vout integer,
  p_amount bigint, p_from text, p_height bigint, p_at timestamptz, p_due timestamptz)
returns table (deposit_id uuid, fresh boolean) language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_customer uuid;
  v_arrival wallet.arrivals;
  v_deposit wallet.deposits;
  v_fresh boolean := false;
begin
  select a.customer_id into v_customer from wallet.addresses_in a where a.chain = p_chain and a.address = p_address;
  if v_customer is null then return; end if;
  perform wallet.hold_transaction(p_chain, p_tx_hash);
  select * into v_arrival from wallet.arrivals v where v.chain = p_chain and v.tx_hash = p_tx_hash and v.vout = p_vout;
  if found then
    select * into v_deposit from wallet.deposits d where d.id = v_arrival.deposit_id;
    if v_deposit.status not in ('REVERSED', 'REJECTED') then
      update wallet.arrivals v set height = p_height, lost_at_height = null
      where v.chain = p_chain and v.tx_hash = p_tx_hash and v.vout = p_vout and v.height is distinct from p_height;
      return query select v_deposit.id, false; return;
    end if;
  end if;
  select * into v_deposit from wallet.deposits d
  where d.chain = p_chain and d.tx_hash = p_tx_hash and d.customer_id = v_customer and d.asset = p_asset and not d.matched
    and d.status in ('SUBMITTED', 'CONFIRMING', 'ON_HOLD_AML', 'CREDITED') and d.source <> 'CHAIN'
    and not exists (select 1 from wallet.arrivals v where v.deposit_id = d.id)
  for update;
  if found then
    update wallet.deposits d set vout = p_vout, from_address = p_from,
      status = case d.status when 'SUBMITTED' then 'CONFIRMING' else d.status end
    where d.id = v_deposit.id;
  else
    insert into wallet.deposits (id, customer_id, account_id, asset, network, chain, amount, last6, tx_hash, vout, source,
      status, from_address, created_at, due_at)
    select p_id, c.id, c.account_id, p_asset, p_network, p_chain, p_amount, coalesce(right(p_from, 6), ''), p_tx_hash, p_vout, 'CHAIN',
      'CONFIRMING', p_from, p_at, p_due
    from accounts.customers c where c.id = v_customer
    returning * into v_deposit;
    v_fresh := true;
  end if;
  insert into wallet.arrivals as v (chain, tx_hash, vout, deposit_id, amount, height)
  values (p_chain, p_tx_hash, p_vout, v_deposit.id, p_amount, p_height)
  on conflict (chain, tx_hash, vout) do update
  set deposit_id = excluded.deposit_id, amount = excluded.amount, height = excluded.height, lost_at_height = null;
  return query select v_deposit.id, v_fresh;
end $$;

-- Credits what the chain has made final: in a block, with as many blocks on it as its network asks for. Who claims the same
-- transaction is told no, unless it paid the shared address too. outcome: 'credited' · 'known' · 'waits' · 'state'.
create function wallet.credit_arrival(p_id uuid, p_head bigint, p_confirmations integer, p_usdt bigint, p_at timestamptz)
returns text language plpgsql security definer set search_path = '' as $$
declare
  v_deposit wallet.deposits;
  v_arrival wallet.arrivals;
begin
  perform wallet.hold_transaction(p_id);
  select * into v_deposit from wallet.deposits d where d.id = p_id for update;
  select * into v_arrival from wallet.arrivals v where v.deposit_id = p_id;
  if v_deposit.status is distinct from 'CONFIRMING' or v_arrival.deposit_id is null then return 'state'; end if;
  if v_arrival.height is null or p_head - v_arrival.height + 1 < p_confirmations then return 'waits'; end if;
  if wallet.book_credit(v_deposit, v_arrival.amount, p_usdt, false, p_at) is null then return 'known'; end if;
  -- Whoever else says that this is theirs is wrong: the address says whose it is.
  update wallet.deposits d set status = 'REJECTED', reason_code = 'NOT_FOUND', decided_at = p_at
  where d.chain = v_deposit.chain and d.tx_hash = v_deposit.tx_hash and d.id <> p_id and d.source <> 'CHAIN' and not d.matched
    and d.status in ('SUBMITTED', 'CONFIRMING') and not exists (select 1 from wallet.arrivals v where v.deposit_id = d.id)
    and not exists (select 1 from wallet.shared_outputs s
      where s.chain = d.chain and s.tx_hash = d.tx_hash and s.network = d.network and s.deposit_id is null);
  return 'credited';
end $$;

-- The watcher holds what came from a sender whom the law forbids to deal with: only what it saw itself, when it is final.
create function wallet.hold_arrival(p_id uuid, p_head bigint, p_confirmations integer, p_reference text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform wallet.hold_transaction(p_id);
  update wallet.deposits d set status = 'ON_HOLD_AML', round = d.round + 1, reference = p_reference
  where d.id = p_id and d.status = 'CONFIRMING' and exists (select 1 from wallet.arrivals v
    where v.deposit_id = d.id and v.height is not null and p_head - v.height + 1 >= p_confirmations);
  return found;
end $$;

-- Blocks from a height on are others now: what arrived in them waits to be seen again.
create function wallet.lose_blocks(p_chain text, p_from bigint, p_head bigint) returns integer
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

-- Takes back a credited deposit that a reorganisation removed and that did not come back within as many blocks as make a
-- deposit final: at the customer's own address, or at the one that all share, where its output was seen there. Of a credit
-- that no watcher saw nothing can be said, and it stands. What the customer still has free is taken, the rest is the house's
-- loss and shown as the customer's debt; nothing else is touched. Coins that have left the custody of this chain meanwhile
-- are the house's to bring back first.
create function wallet.reverse_deposit(p_id uuid, p_head bigint, p_confirmations integer, p_at timestamptz)
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

revoke all on all functions in schema wallet from public;
grant execute on function wallet.give_address to api, console;
grant execute on function wallet.see_transfer, wallet.credit_arrival, wallet.hold_arrival, wallet.lose_blocks, wallet.reverse_deposit to chain;

grant select on wallet.addresses_in, wallet.arrivals to api, console, chain, payout;
grant select on wallet.chain_blocks to api, console;
grant select, insert, update, delete on wallet.chain_blocks to chain;
grant insert (chain, address) on wallet.addresses_in to chain;
