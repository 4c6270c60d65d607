-- Coins that come in. Customers say that they sent some, operators decide what no chain can be asked about, and the
-- watcher of chains, a role of its own, says what arrived at addresses that are one customer's alone. Money is booked by
-- functions that do state and ledger in one step; no role can do the one without the other.
do $roles$
begin
  begin
    create role chain nologin;
  exception when duplicate_object or unique_violation then null;
  end;
  grant chain to current_user;
end $roles$;

create schema if not exists wallet;
grant usage on schema wallet to api, console, payout, chain;

-- What a reorganisation of a chain took away after it was credited and spent: the house stands for it, so it is an origin.
alter table ledger.accounts alter column side set expression as
  (case when name like 'custody:%' or name in ('house:capital', 'house:reorg-loss') then 'origin' else 'owed' end);
insert into ledger.accounts (name, opened_at)
select name, now() from unnest(array['custody:bitcoin', 'custody:ethereum', 'custody:tron', 'house:reorg-loss']) as name;
insert into ledger.origins
select account.id, asset.id, 0 from ledger.accounts account, ledger.assets asset
where (account.name, asset.name) in (
  ('custody:bitcoin', 'BTC'), ('custody:ethereum', 'ETH'), ('custody:ethereum', 'USDT'), ('custody:tron', 'USDT'),
  ('house:reorg-loss', 'BTC'), ('house:reorg-loss', 'ETH'), ('house:reorg-loss', 'USDT'));

-- Of a free balance, what may leave but not be traded with: paid in above the limit of those who are not verified yet.
alter table ledger.balances add column kept bigint not null default 0 check (kept >= 0);

-- As in 0006; two first credits of one balance at once both count.
create or replace function ledger.credit(p_account bigint, p_asset smallint, p_amount bigint) returns void
language plpgsql set search_path = '' as $$
begin
  if (select side from ledger.accounts where id = p_account) = 'origin' then
    update ledger.origins o set issued = o.issued - p_amount where o.account_id = p_account and o.asset = p_asset;
    if not found then insert into ledger.origins (account_id, asset, issued) values (p_account, p_asset, -p_amount); end if;
  else
    update ledger.balances w set free = w.free + p_amount
    where w.account_id = p_account and w.asset = p_asset and w.shard = 0;
    if not found then
      insert into ledger.balances as w (account_id, asset, shard, free, held) values (p_account, p_asset, 0, p_amount, 0)
      on conflict (account_id, asset, shard) do update set free = w.free + excluded.free;
    end if;
  end if;
end $$;

-- As in 0006; an order takes nothing of what may not be traded with.
create or replace function ledger.hold(
  p_ids uuid[], p_accounts bigint[], p_assets smallint[], p_amounts bigint[],
  p_house bigint, p_shard smallint, p_house_amounts bigint[],
  p_keys text[], p_asks bytea[], p_route smallint, p_at timestamptz, p_go integer[])
returns table (ord integer, outcome smallint, free bigint)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_fits integer[];
begin
  with shards as materialized (
    select s.asset, s.free from ledger.balances s
    where s.account_id = p_house and s.shard = p_shard and s.asset = any (p_assets)
    order by s.asset for no key update),
  wanted as (
    select b.ord::int, b.asset, sum(b.house_amount) over (partition by b.asset order by b.ord) as running
    from unnest(p_assets, p_house_amounts) with ordinality as b(asset, house_amount, ord)
    where cardinality(p_go) = cardinality(p_ids) or b.ord = any (p_go))
  select coalesce(array_agg(wanted.ord order by wanted.ord), '{}') into v_fits
  from wanted join shards on shards.asset = wanted.asset and wanted.running <= shards.free;

  return query
  with fits as materialized (
    select b.* from unnest(p_ids, p_accounts, p_assets, p_amounts, p_house_amounts, p_keys, p_asks)
      with ordinality as b(id, account_id, asset, amount, house_amount, key, ask, ord)
    where cardinality(v_fits) = cardinality(p_ids) or b.ord = any (v_fits)),
  paid as (
    update ledger.balances w set free = w.free - f.amount, held = w.held + f.amount
    from fits f
    where w.account_id = f.account_id and w.asset = f.asset and w.shard = 0 and w.free - w.kept >= f.amount
    returning f.*, w.free as left_over),
  placed as (
    insert into ledger.holds (id, at, account_id, asset, amount, house_id, house_shard, house_amount)
    select id, p_at, account_id, asset, amount, p_house, p_shard, house_amount from paid),
  backed as (
    update ledger.balances h set free = h.free - t.total, held = h.held + t.total
    from (select asset, sum(house_amount)::bigint as total from paid group by asset) t
    where h.account_id = p_house and h.asset = t.asset and h.shard = p_shard),
  keyed as (
    insert into ledger.keys (account_id, key, route, ask, ref, at)
    select account_id, key, p_route, ask, id, p_at from paid where key is not null)
  select paid.ord::int, 0::smallint, paid.left_over from paid
  union all
  select f.ord::int, 1::smallint, null::bigint from fits f where not exists (select 1 from paid where paid.ord = f.ord)
  union all
  select n, 2::smallint, null::bigint from unnest(p_go) as n
  where cardinality(v_fits) <> cardinality(p_go) and not (n = any (v_fits));
end $$;

-- As in 0006; what leaves is first what may not be traded with.
create or replace function ledger.capture(p_id uuid, p_amount bigint, p_to bigint, p_kind text, p_at timestamptz) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  v_hold ledger.holds;
  v_entry bigint;
begin
  select * into v_hold from ledger.holds h where h.id = p_id for update;
  if not found or p_amount <= 0 or p_amount > v_hold.amount or v_hold.house_id is not null then
    raise exception 'hold too small' using errcode = 'P0001';
  end if;
  update ledger.balances w set held = w.held - p_amount, kept = greatest(0, w.kept - p_amount)
  where w.account_id = v_hold.account_id and w.asset = v_hold.asset and w.shard = 0;
  perform ledger.credit(p_to, v_hold.asset, p_amount);
  if p_amount = v_hold.amount then delete from ledger.holds h where h.id = p_id;
  else update ledger.holds h set amount = h.amount - p_amount where h.id = p_id; end if;
  insert into ledger.entries (at, kind, ref, owner, accounts, assets, amounts)
  values (p_at, p_kind, p_id, v_hold.account_id, array[v_hold.account_id, p_to], array[v_hold.asset, v_hold.asset], array[-p_amount, p_amount])
  returning seq into v_entry;
  return v_entry;
end $$;

create sequence wallet.deposit_no_seq;

-- A deposit from the customer's word, or the chain's, to its end.
create table wallet.deposits (
  id uuid primary key,
  order_no bigint not null unique default nextval('wallet.deposit_no_seq'),
  customer_id uuid not null references accounts.customers,
  account_id bigint not null references ledger.accounts,
  asset smallint not null references ledger.assets,
  network text not null check (network in ('TRC20', 'ERC20', 'Bitcoin', 'Ethereum')),
  chain text not null check (chain in ('bitcoin', 'ethereum', 'tron')),
  -- What was said to be sent, in smallest units, and what it came to in USDT then; null without a fresh price.
  amount bigint not null check (amount > 0),
  claimed_usdt bigint check (claimed_usdt >= 0),
  last6 text not null check (last6 ~ '^[A-Za-z0-9]{0,6}$'),
  -- In small letters, so that one transaction has one spelling.
  tx_hash text not null check (tx_hash ~ '^(0x)?[0-9a-f]{64}$'),
  vout integer not null default 0 check (vout >= 0),
  proof_file_id uuid,
  source text not null check (source in ('CLAIM', 'CHAIN', 'OPERATOR')),
  status text not null default 'SUBMITTED'
    check (status in ('SUBMITTED', 'CONFIRMING', 'CREDITED', 'ON_HOLD_AML', 'RETURNED', 'REJECTED', 'CANCELLED', 'REVERSED')),
  -- Rises with a resubmission and with a hold: approvals belong to one round.
  round smallint not null default 1,
  resubmitted boolean not null default false,
  reason_code text check (reason_code in ('NOT_FOUND', 'WRONG_COIN', 'DUPLICATE', 'UNREADABLE_PROOF')),
  reference text,
  from_address text,
  -- What was credited, its worth in USDT then (null without a fresh price), and the entry that did.
  credited bigint check (credited > 0),
  credited_usdt bigint check (credited_usdt >= 0),
  kept bigint not null default 0 check (kept >= 0),
  entry bigint references ledger.entries,
  created_at timestamptz not null,
  due_at timestamptz not null,
  decided_at timestamptz,
  check ((network, chain, asset) in (('TRC20', 'tron', 1), ('ERC20', 'ethereum', 1), ('Bitcoin', 'bitcoin', 4), ('Ethereum', 'ethereum', 5))),
  -- No state speaks of money without the entry that moved it.
  check ((status in ('CREDITED', 'REVERSED')) = (entry is not null)),
  check ((entry is null) = (credited is null))
);
-- Nobody claims what is claimed; what was rejected or taken back does not stand in the way of whom it belongs to, and no
-- claim in the way of what the chain itself shows.
create unique index deposits_live on wallet.deposits (chain, tx_hash, vout)
  where status not in ('REJECTED', 'CANCELLED', 'REVERSED') and source <> 'CHAIN';
-- And nobody tries the same again and again beside the one resubmission.
create unique index deposits_of_customer on wallet.deposits (customer_id, chain, tx_hash, vout)
  where status not in ('CANCELLED', 'REVERSED') and source <> 'CHAIN';
create index deposits_by_transaction on wallet.deposits (chain, tx_hash);
create index deposits_by_customer on wallet.deposits (customer_id, id);
create index deposits_waiting on wallet.deposits (due_at) where status in ('SUBMITTED', 'CONFIRMING', 'ON_HOLD_AML');
create index deposits_by_decision on wallet.deposits (decided_at) where decided_at is not null;

create function wallet.guard_deposit() returns trigger language plpgsql as $$
begin
  if old.status is distinct from new.status and not (new.status = any (case old.status
    when 'SUBMITTED' then array['CONFIRMING', 'REJECTED', 'CANCELLED']
    when 'CONFIRMING' then array['CREDITED', 'ON_HOLD_AML', 'REJECTED']
    when 'ON_HOLD_AML' then array['CREDITED', 'RETURNED']
    when 'CREDITED' then array['REVERSED']
    when 'REJECTED' then array['SUBMITTED']
    else '{}'::text[] end)) then
    raise exception 'a deposit goes from % to % never', old.status, new.status using errcode = 'restrict_violation';
  end if;
  if old.status = 'REJECTED' and new.status = 'SUBMITTED' and (old.resubmitted or not new.resubmitted) then
    raise exception 'a deposit is submitted again once' using errcode = 'restrict_violation';
  end if;
  -- What stands in the chain arrived, whoever thinks otherwise: it is credited, or held where the law asks for it. Only where
  -- people have credited its whole transaction already is it one too many.
  if new.status = 'REJECTED' and exists (select 1 from wallet.arrivals v where v.deposit_id = new.id and v.height is not null)
    and not exists (select 1 from wallet.credits c
      where c.chain = new.chain and c.tx_hash = new.tx_hash and c.by_hand and c.reversed_entry is null) then
    raise exception 'a deposit that arrived is not rejected' using errcode = 'restrict_violation';
  end if;
  if (old.customer_id, old.account_id, old.asset, old.chain, old.tx_hash) is distinct from
     (new.customer_id, new.account_id, new.asset, new.chain, new.tx_hash) then
    raise exception 'a deposit stays what it is' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guarded before update on wallet.deposits for each row execute function wallet.guard_deposit();

-- What operators approve for a customer reaches that customer's account and no other.
create function wallet.guard_new_deposit() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select 1 from accounts.customers c where c.id = new.customer_id and c.account_id = new.account_id) then
    raise exception 'the account is not of this customer' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guarded_new before insert on wallet.deposits for each row execute function wallet.guard_new_deposit();

-- Who says that a deposit arrived, and how much. An operator has one voice a round.
create table wallet.deposit_approvals (
  deposit_id uuid not null references wallet.deposits,
  round smallint not null,
  operator_id uuid not null,
  operator_name text not null,
  amount bigint not null check (amount > 0),
  assertion jsonb not null,
  at timestamptz not null,
  primary key (deposit_id, round, operator_id)
);

-- What was credited, each output of a transaction once, whoever claimed it however often. Only the functions write here.
create table wallet.credits (
  chain text not null,
  tx_hash text not null,
  vout integer not null,
  -- By hand nobody looked at the outputs: such a credit stands for the whole transaction.
  by_hand boolean not null,
  deposit_id uuid not null unique references wallet.deposits,
  entry bigint not null,
  reversed_entry bigint
);
create unique index credits_once on wallet.credits (chain, tx_hash, vout) where reversed_entry is null;

-- What is owed after a reorganisation took back what had been spent. Nothing else is taken for it.
create table wallet.debts (
  deposit_id uuid primary key references wallet.deposits,
  customer_id uuid not null references accounts.customers,
  account_id bigint not null,
  asset smallint not null,
  amount bigint not null check (amount > 0),
  at timestamptz not null
);
create index debts_by_account on wallet.debts (account_id);

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

-- Limits that no caller states, in smallest units of USDT: paid in and traded with before identity is verified, and
-- credited on one person's word.
create function wallet.unverified_most() returns bigint language sql immutable as 'select 1000000000::bigint';
create function wallet.one_person_most() returns bigint language sql immutable as 'select 1000000000::bigint';

-- Of a credit, what may not be traded with until its customer is verified: what lies above the limit of what was paid in in
-- all. A credit without a fresh price counts as above. In smallest units of its coin.
create function wallet.kept_of(p_customer uuid, p_amount bigint, p_usdt bigint) returns bigint
language plpgsql set search_path = '' as $$
declare
  v_tier text;
  v_before bigint;
  v_over bigint;
begin
  -- Held, so that nobody is verified between this look and what comes of it.
  select c.tier into v_tier from accounts.customers c where c.id = p_customer for share;
  if v_tier = 'VERIFIED' then return 0; end if;
  if p_usdt is null or p_usdt = 0 then return p_amount; end if;
  select coalesce(sum(coalesce(d.credited_usdt, wallet.unverified_most())), 0)::bigint into v_before
  from wallet.deposits d where d.customer_id = p_customer and d.status = 'CREDITED';
  v_over := least(p_usdt, greatest(0, v_before + p_usdt - wallet.unverified_most()));
  return ceil(p_amount::numeric * v_over / p_usdt)::bigint;
end $$;

-- All that concerns one transaction of a chain comes one after the other. Taken before any row, by everyone.
create function wallet.hold_transaction(p_chain text, p_tx_hash text) returns void
language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended(p_chain || p_tx_hash, 22))
$$;
create function wallet.hold_transaction(p_deposit uuid) returns void
language sql set search_path = '' as $$
  select wallet.hold_transaction(d.chain, d.tx_hash) from wallet.deposits d where d.id = p_deposit
$$;

-- Books a deposit that the caller holds. Answers its entry, or null where that output is credited already. Not a door.
create function wallet.book_credit(p_deposit wallet.deposits, p_amount bigint, p_usdt bigint, p_by_hand boolean, p_at timestamptz)
returns bigint language plpgsql set search_path = '' as $$
declare
  v_entry bigint;
  v_kept bigint;
  v_debt bigint;
  v_custody bigint := (select id from ledger.accounts where name = 'custody:' || p_deposit.chain);
  v_loss bigint := (select id from ledger.accounts where name = 'house:reorg-loss');
begin
  -- The credits of one customer come one after the other, so that each knows what came before.
  perform pg_advisory_xact_lock(hashtextextended('credit ' || p_deposit.customer_id, 22));
  if exists (select 1 from wallet.credits c
    where c.chain = p_deposit.chain and c.tx_hash = p_deposit.tx_hash and c.reversed_entry is null
      and (c.vout = p_deposit.vout or c.by_hand or p_by_hand)) then
    return null;
  end if;
  v_kept := wallet.kept_of(p_deposit.customer_id, p_amount, p_usdt);
  -- Coins that a reorganisation took and another block brought back first make good what was lost of them.
  delete from wallet.debts b using wallet.deposits d
  where b.deposit_id = d.id and d.chain = p_deposit.chain and d.tx_hash = p_deposit.tx_hash and d.vout = p_deposit.vout
    and d.customer_id = p_deposit.customer_id
  returning least(b.amount, p_amount) into v_debt;
  v_debt := coalesce(v_debt, 0);
  -- The customer's row before the house's, as every payment out does.
  perform 1 from ledger.balances w where w.account_id = p_deposit.account_id and w.asset = p_deposit.asset and w.shard = 0 for update;
  v_entry := ledger.post('deposit', p_deposit.id,
    array[p_deposit.account_id, v_custody] || case when v_debt > 0 then array[v_loss] end,
    array[p_deposit.asset, p_deposit.asset] || case when v_debt > 0 then array[p_deposit.asset] end,
    array[p_amount - v_debt, -p_amount] || case when v_debt > 0 then array[v_debt] end, p_at);
  if v_kept > 0 then
    update ledger.balances w set kept = w.kept + v_kept
    where w.account_id = p_deposit.account_id and w.asset = p_deposit.asset and w.shard = 0;
  end if;
  insert into wallet.credits (chain, tx_hash, vout, by_hand, deposit_id, entry)
  values (p_deposit.chain, p_deposit.tx_hash, p_deposit.vout, p_by_hand, p_deposit.id, v_entry);
  update wallet.deposits d set status = 'CREDITED', credited = p_amount, credited_usdt = p_usdt, kept = v_kept,
    entry = v_entry, decided_at = p_at
  where d.id = p_deposit.id;
  return v_entry;
end $$;

-- An operator's word that a deposit arrived. One voice is enough up to the limit of one person, two different ones above it or
-- where no price is known. outcome: 'credited' · 'waits' for another's · 'same' operator again · 'known': credited under
-- another claim · 'state' or 'round': it is not what the operator saw.
create function wallet.approve_deposit(
  p_id uuid, p_round smallint, p_operator uuid, p_name text, p_amount bigint, p_usdt bigint, p_from text,
  p_assertion jsonb, p_at timestamptz)
returns table (outcome text, approvals integer, needed integer)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_deposit wallet.deposits;
  v_given integer;
  v_needed integer;
begin
  perform wallet.hold_transaction(p_id);
  select * into v_deposit from wallet.deposits d where d.id = p_id for update;
  if not found or v_deposit.status not in ('SUBMITTED', 'CONFIRMING', 'ON_HOLD_AML') then
    return query select 'state', 0, 0; return;
  end if;
  if v_deposit.round <> p_round then return query select 'round', 0, 0; return; end if;
  -- A coin worth one USDT needs no price to be too much for one person.
  v_needed := case when case when v_deposit.asset = 1 then p_amount else p_usdt end <= wallet.one_person_most() then 1 else 2 end;
  if exists (select 1 from wallet.deposit_approvals a
    where a.deposit_id = p_id and a.round = p_round and a.operator_id = p_operator and a.amount = p_amount) then
    return query select 'same', 1, v_needed; return;
  end if;
  insert into wallet.deposit_approvals as a (deposit_id, round, operator_id, operator_name, amount, assertion, at)
  values (p_id, p_round, p_operator, p_name, p_amount, p_assertion, p_at)
  on conflict (deposit_id, round, operator_id) do update set amount = excluded.amount, assertion = excluded.assertion, at = excluded.at;
  if v_deposit.status = 'SUBMITTED' then
    update wallet.deposits d set status = 'CONFIRMING' where d.id = p_id;
  end if;
  update wallet.deposits d set from_address = coalesce(p_from, d.from_address) where d.id = p_id returning * into v_deposit;
  -- Voices for another amount are not voices for this one.
  select count(*)::int into v_given from wallet.deposit_approvals a
  where a.deposit_id = p_id and a.round = p_round and a.amount = p_amount;
  if v_given < v_needed then return query select 'waits', v_given, v_needed; return; end if;
  if wallet.book_credit(v_deposit, p_amount, p_usdt, true, p_at) is null then
    return query select 'known', v_given, v_needed; return;
  end if;
  return query select 'credited', v_given, v_needed;
end $$;

-- A transfer that the watcher sees at a customer's own address, in a block at a height. The claim of the customer for this
-- transaction becomes it, or a deposit of its own is made. Answers the deposit; nothing where the address is nobody's.
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
  where d.chain = p_chain and d.tx_hash = p_tx_hash and d.customer_id = v_customer and d.asset = p_asset
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

-- Credits what the chain has made final: in a block, with as many blocks on it as its network asks for. outcome: 'credited'
-- · 'known' · 'waits' · 'state'.
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
  where d.chain = v_deposit.chain and d.tx_hash = v_deposit.tx_hash and d.id <> p_id and d.source <> 'CHAIN'
    and d.status in ('SUBMITTED', 'CONFIRMING') and not exists (select 1 from wallet.arrivals v where v.deposit_id = d.id);
  return 'credited';
end $$;

-- Blocks from a height on are others now: what arrived in them waits to be seen again.
create function wallet.lose_blocks(p_chain text, p_from bigint, p_head bigint) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_lost integer;
begin
  delete from wallet.chain_blocks b where b.chain = p_chain and b.height >= p_from;
  update wallet.arrivals v set height = null, lost_at_height = greatest(p_head, v.height)
  where v.chain = p_chain and v.height >= p_from;
  get diagnostics v_lost = row_count;
  return v_lost;
end $$;

-- Takes back a credited deposit that a reorganisation removed and that did not come back within as many blocks as make a
-- deposit final. What the customer still has free is taken, the rest is the house's loss and shown as the customer's debt;
-- nothing else is touched.
create function wallet.reverse_deposit(p_id uuid, p_head bigint, p_confirmations integer, p_at timestamptz)
returns table (outcome text, taken bigint, debt bigint) language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_deposit wallet.deposits;
  v_arrival wallet.arrivals;
  v_free bigint;
  v_taken bigint;
  v_debt bigint;
  v_entry bigint;
begin
  perform wallet.hold_transaction(p_id);
  select * into v_deposit from wallet.deposits d where d.id = p_id for update;
  select * into v_arrival from wallet.arrivals v where v.deposit_id = p_id;
  if v_deposit.status is distinct from 'CREDITED' or v_arrival.deposit_id is null then return query select 'state', 0::bigint, 0::bigint; return; end if;
  if v_arrival.height is not null or p_head < v_arrival.lost_at_height + p_confirmations then
    return query select 'waits', 0::bigint, 0::bigint; return;
  end if;
  select w.free into v_free from ledger.balances w
  where w.account_id = v_deposit.account_id and w.asset = v_deposit.asset and w.shard = 0 for update;
  v_taken := least(coalesce(v_free, 0), v_deposit.credited);
  v_debt := v_deposit.credited - v_taken;
  v_entry := ledger.post('deposit.reversed', p_id,
    array[v_deposit.account_id, (select id from ledger.accounts where name = 'custody:' || v_deposit.chain)]
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

-- All that a customer has may be traded with from the moment the customer is verified.
create function wallet.open_trading() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update ledger.balances w set kept = 0 where w.account_id = new.account_id and w.kept > 0;
  return null;
end $$;
create trigger verified after update of tier on accounts.customers for each row
  when (new.tier = 'VERIFIED' and old.tier <> 'VERIFIED') execute function wallet.open_trading();

revoke all on all functions in schema wallet from public;
grant execute on function wallet.give_address, wallet.hold_transaction(text, text) to api, console;
grant execute on function wallet.approve_deposit to console;
grant execute on function wallet.see_transfer, wallet.credit_arrival, wallet.lose_blocks, wallet.reverse_deposit to chain;

grant select on wallet.deposits, wallet.deposit_approvals, wallet.credits, wallet.debts, wallet.addresses_in, wallet.arrivals
  to api, console, chain, payout;
grant insert (id, customer_id, account_id, asset, network, chain, amount, claimed_usdt, last6, tx_hash, proof_file_id, source,
  created_at, due_at) on wallet.deposits to api, console;
grant insert (from_address) on wallet.deposits to console;
grant update (status, proof_file_id, last6, resubmitted, round, reason_code, decided_at, due_at) on wallet.deposits to api;
grant update (status, round, reason_code, reference, decided_at) on wallet.deposits to console;
grant usage on sequence wallet.deposit_no_seq to api, console;
grant select on wallet.chain_blocks to api, console;
grant select, insert, update on wallet.chain_blocks to chain;
grant delete on wallet.chain_blocks to chain;
grant insert (chain, address) on wallet.addresses_in to chain;
