-- Addresses that a customer's money may be sent to: each is entered a day or more before it is used.

-- One row a customer who has a book; a change of the book locks it. A closed book takes no new address until
-- `opens_at`, which is a day after its customer requested it.
create table wallet.address_books (
  customer_id uuid primary key references accounts.customers,
  closed boolean not null default false,
  opens_at timestamptz
);
grant select, insert, update on wallet.address_books to api;

create table wallet.addresses (
  id uuid primary key,
  customer_id uuid not null references accounts.customers,
  coin text not null,
  network text not null,
  address text not null check (length(address) between 10 and 120),
  memo text check (length(memo) between 1 and 64),
  label text not null check (char_length(label) between 1 and 30),
  status text not null default 'COOLING' check (status in ('COOLING', 'ACTIVE', 'DELETED')),
  created_at timestamptz not null,
  active_at timestamptz not null check (active_at >= created_at + interval '24 hours'),
  deleted_at timestamptz,
  last_used_at timestamptz,
  -- By the database's own clock: an address that claims to be older than it is does not become usable by that.
  recorded_at timestamptz not null default sandbox.product_time(),
  check ((status = 'DELETED') = (deleted_at is not null))
);
create unique index addresses_once on wallet.addresses (customer_id, coin, network, address, coalesce(memo, '')) where status <> 'DELETED';
create index addresses_cooling on wallet.addresses (active_at) where status = 'COOLING';
create trigger never_changed before update on wallet.addresses for each row execute function wallet.keep_address();
create index addresses_of_customer_by_time on wallet.addresses (customer_id, created_at desc, id desc);
-- Who else wrote down the same address.
create index addresses_by_address on wallet.addresses (address);
grant select on wallet.addresses to api, console, payout;
grant insert (id, customer_id, coin, network, address, memo, label, created_at, active_at) on wallet.addresses to api;
grant update (status, deleted_at) on wallet.addresses to api;
