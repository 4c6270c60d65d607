-- What the watcher of chains sees: transfers to addresses that are one customer's alone, which it credits when the chain
-- has made them final, and outputs to the address that all customers share, by which claims of one transaction are
-- distinguished.

-- A transfer in a block, as the watcher read it.
create type wallet.seen_transfer as (
  chain text, network text, asset smallint, tx_hash text, vout integer, amount bigint, from_address text, height bigint,
  at timestamptz);

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
grant select on wallet.addresses_in to api, chain, console, payout;
grant insert (chain, address) on wallet.addresses_in to chain;

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
grant select on wallet.arrivals to api, chain, console, payout;

-- The last blocks that were read of each chain, to notice when one of them is another.
create table wallet.chain_blocks (
  chain text not null,
  height bigint not null,
  hash text not null,
  primary key (chain, height)
);
grant select on wallet.chain_blocks to api, console;
grant select, insert, update, delete on wallet.chain_blocks to chain;

-- Outputs of transactions to the address that all customers share, as the watcher saw them. They credit no customer: a claim that
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
grant select on wallet.shared_outputs to api, chain, console;

-- What the house keeps customers' coins in.
select ledger.add_account('custody:bitcoin', array['BTC']);
select ledger.add_account('custody:ethereum', array['ETH', 'USDT']);
select ledger.add_account('custody:tron', array['USDT']);
-- What a reorganisation took away after it was credited and spent: the house bears it.
select ledger.add_account('house:reorg-loss', array['BTC', 'ETH', 'USDT']);
