-- Where a customer's money may be sent: addresses that the customer wrote down, each a day or more before it is used.

-- One row a customer who has a book; whoever changes the book holds it. A closed book takes no new address until
-- `opens_at`, which is a day after its customer asked for it.
create table wallet.address_books (
  customer_id uuid primary key references accounts.customers,
  closed boolean not null default false,
  opens_at timestamptz
);

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
  recorded_at timestamptz not null default wallet.product_time(),
  check ((status = 'DELETED') = (deleted_at is not null))
);
create unique index addresses_once on wallet.addresses (customer_id, coin, network, address, coalesce(memo, '')) where status <> 'DELETED';
create index addresses_cooling on wallet.addresses (active_at) where status = 'COOLING';

-- A withdrawal goes on to an address that its customer has deleted meanwhile. That it was paid is noted with the address,
-- which is no change of it: without this, what had left the chain could not be booked.
create function wallet.keep_address() returns trigger language plpgsql as $$
begin
  if (new.id, new.customer_id, new.coin, new.network, new.address, new.memo, new.label, new.created_at, new.active_at, new.recorded_at)
      is distinct from
      (old.id, old.customer_id, old.coin, old.network, old.address, old.memo, old.label, old.created_at, old.active_at, old.recorded_at)
    or (old.status, new.status) not in (('COOLING', 'COOLING'), ('COOLING', 'ACTIVE'), ('COOLING', 'DELETED'), ('ACTIVE', 'ACTIVE'),
      ('ACTIVE', 'DELETED'), ('DELETED', 'DELETED'))
    or (old.status = 'DELETED' and new.deleted_at is distinct from old.deleted_at)
  then
    raise exception 'an address never changes: delete it and add another' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger never_changed before update on wallet.addresses for each row execute function wallet.keep_address();

revoke all on all functions in schema wallet from public;

grant select, insert, update on wallet.address_books to api;
grant select on wallet.addresses to api, console, payout;
grant insert (id, customer_id, coin, network, address, memo, label, created_at, active_at) on wallet.addresses to api;
grant update (status, deleted_at) on wallet.addresses to api;
