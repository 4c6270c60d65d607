-- What owners of collectibles sell to each other, and who owns what. Amounts in smallest units of USDT.

-- A work as its owner offers it again. `record` is the signed record of it, `transfer` the number of the transfer by
-- which the seller owns it.
create table collectibles.offers (
  id uuid primary key,
  item_id uuid not null references collectibles.sales,
  record integer not null check (record > 0),
  transfer integer not null check (transfer > 0),
  account_id bigint not null,
  customer_id uuid not null references accounts.customers,
  price bigint not null check (price > 0 and price % 10000 = 0),
  status text not null default 'OPEN' check (status in ('OPEN', 'SOLD', 'WITHDRAWN')),
  at timestamptz(3) not null,
  ended_at timestamptz(3),
  unique (item_id, record),
  check ((status = 'OPEN') = (ended_at is null))
);
create unique index offers_open on collectibles.offers (item_id) where status = 'OPEN';
create index offers_by_account on collectibles.offers (account_id, at);
create trigger kept before delete or truncate on collectibles.offers
  for each statement execute function kernel.refuse_change();
create trigger guarded before update on collectibles.offers for each row
  when (old.status <> 'OPEN' or (to_jsonb(old) - array['status', 'ended_at'] <> to_jsonb(new) - array['status', 'ended_at']))
  execute function kernel.refuse_change();
grant select on collectibles.offers to api, console;

-- A change of owner after the first sale, which is transfer 1: the buyer pays, the charity has its royalty and the seller the
-- rest. `id` is the reference of both entries: `paid_entry` took the price, `entry` gave it to charity and seller.
create table collectibles.resales (
  item_id uuid not null references collectibles.sales,
  no integer not null check (no > 1),
  id uuid not null unique,
  order_no bigint not null default nextval('collectibles.order_no_seq'),
  offer_id uuid not null unique references collectibles.offers,
  account_id bigint not null,
  customer_id uuid not null references accounts.customers,
  -- What binds the transfer to its buyer in the records.
  nonce bytea not null check (length(nonce) = 32),
  charity_id uuid not null references collectibles.charities,
  price bigint not null check (price > 0),
  royalty bigint not null check (royalty > 0 and royalty < price),
  asset smallint not null check (asset in (1, 3)),
  paid_entry bigint not null,
  entry bigint not null,
  at timestamptz(3) not null,
  due_at timestamptz(3) not null,
  payout_id uuid references collectibles.payouts,
  primary key (item_id, no)
);
create index resales_by_account on collectibles.resales (account_id, at);
create index resales_by_charity on collectibles.resales (charity_id, at);
create trigger kept before delete or truncate on collectibles.resales
  for each statement execute function kernel.refuse_change();
create trigger guarded before update on collectibles.resales for each row
  when (to_jsonb(old) - 'payout_id' <> to_jsonb(new) - 'payout_id') execute function kernel.refuse_change();
grant select on collectibles.resales to api, console;

-- Every owner of every work, by the number of the transfer; `ended_at` is null of who owns it now. `donated` is what the
-- charity received.
create view collectibles.ownerships as
  select s.item_id, 1 as no, s.id, s.order_no, s.account_id, s.customer_id, s.nonce, s.charity_id, s.price, s.price as donated,
    s.asset, s.entry, s.at, s.due_at, s.payout_id,
    (select n.at from collectibles.resales n where n.item_id = s.item_id and n.no = 2) as ended_at
  from collectibles.sales s
  union all
  select r.item_id, r.no, r.id, r.order_no, r.account_id, r.customer_id, r.nonce, r.charity_id, r.price, r.royalty,
    r.asset, r.entry, r.at, r.due_at, r.payout_id,
    (select n.at from collectibles.resales n where n.item_id = r.item_id and n.no = r.no + 1)
  from collectibles.resales r;
grant select on collectibles.ownerships to api, console;

-- Offers that may be taken: not while their seller is under a hold that the seller knows of, or has closed the account.
create view collectibles.offers_on_sale as
  select o.* from collectibles.offers o join accounts.customers c on c.id = o.customer_id
  where o.status = 'OPEN' and c.status not in ('LEGAL_HOLD', 'CLOSED');
grant select on collectibles.offers_on_sale to api, console;
-- What a resale passes through; nothing stays on it.
select ledger.add_account('clearing:resales');

select ledger.add_single_kinds(array['collectible.resale', 'collectible.proceeds']);
