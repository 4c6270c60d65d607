-- Charity collectibles: what is offered at a price or by an auction, who bid, and what became of the money. What was decided
-- is a signed record first (collectibles.records, docs/decisions/110-auctions-that-can-be-recomputed.md); the rows are what
-- the records come to. Amounts in smallest units of USDT.

grant usage on schema collectibles to api, chain, console;

-- Nothing is listed for a charity without every one of these fields. Each has an account of the ledger, `charity:<id>`.
create table collectibles.charities (
  id uuid primary key,
  account_id bigint not null unique references ledger.accounts,
  name text not null check (length(name) between 2 and 120),
  registration_number text not null check (length(registration_number) between 2 and 60),
  country text not null check (country ~ '^[A-Z]{2}$'),
  website text,
  agreement_id text not null check (length(agreement_id) between 2 and 60),
  -- What it collects for, by language, 2 to 300 characters each; a repetition of the pattern takes no more than 255.
  causes jsonb not null check (causes ?& array['zh', 'en', 'ja', 'ko', 'de', 'fr', 'it', 'ar', 'hk', 'es', 'pt']
    and not causes @? 'strict $.* ? (@.type() != "string" || !(@ like_regex "^.{2,150}.{0,150}$" flag "s"))'),
  -- Of each price, in millionths: all of it.
  share_ppm integer not null default 1000000 check (share_ppm = 1000000),
  at timestamptz(3) not null,
  unique (country, registration_number)
);
create trigger added_only before update or delete or truncate on collectibles.charities
  for each statement execute function kernel.refuse_change();
grant select on collectibles.charities to api, console;

-- Images, by the hash of their bytes.
create table collectibles.works (
  id text primary key check (id ~ '^[a-z0-9-]{2,80}$'),
  titles jsonb not null check (titles ?& array['zh', 'en', 'ja', 'ko', 'de', 'fr', 'it', 'ar', 'hk', 'es', 'pt']),
  creator text not null check (length(creator) between 1 and 120),
  is_generated boolean not null,
  media_type text not null check (media_type = 'image/svg+xml'),
  image bytea not null,
  image_hash bytea not null unique check (image_hash = sha256(image)),
  at timestamptz(3) not null
);
create trigger added_only before update or delete or truncate on collectibles.works
  for each statement execute function kernel.refuse_change();
grant select on collectibles.works to api, console;

-- A collectible and its sale. `end_at` is the effective end, the only one there is; `ceiling` of the leader is kept with the
-- bidders. `records` counts its signed records.
create table collectibles.items (
  id uuid primary key,
  work_id text not null unique references collectibles.works,
  charity_id uuid not null references collectibles.charities,
  sale_mode text not null check (sale_mode in ('FIXED', 'AUCTION', 'AUCTION_WITH_BUY_NOW')),
  start_price bigint check (start_price > 0 and start_price % 10000 = 0),
  price bigint check (price > 0 and price % 10000 = 0),
  status text not null default 'DRAFT'
    check (status in ('DRAFT', 'LISTED_FIXED', 'SCHEDULED', 'LIVE', 'SOLD', 'UNSOLD', 'DELISTED', 'DELIVERED')),
  start_at timestamptz(3),
  end_at timestamptz(3),
  extended_count integer not null default 0,
  current_bid bigint,
  leader integer,
  bidders integer not null default 0,
  bids integer not null default 0,
  records integer not null default 0,
  last_at timestamptz(3) not null,
  chain text,
  address text,
  token_id text,
  created_by text not null,
  created_at timestamptz(3) not null,
  check ((sale_mode = 'FIXED') = (start_price is null)),
  check ((sale_mode = 'AUCTION') = (price is null)),
  check (price > start_price),
  check (sale_mode <> 'FIXED' or (start_at is null and end_at is null and bids = 0)),
  check (status not in ('SCHEDULED', 'LIVE', 'UNSOLD') or (start_at < end_at and sale_mode <> 'FIXED')),
  check (status <> 'LISTED_FIXED' or sale_mode = 'FIXED'),
  check ((current_bid is null) = (leader is null) and (current_bid is null) = (bids = 0)),
  check (end_at <= start_at + interval '30 days'),
  check (status not in ('UNSOLD', 'DELISTED', 'DRAFT', 'SCHEDULED', 'LISTED_FIXED') or bids = 0)
);
create index items_due on collectibles.items (end_at) where status = 'LIVE';
create index items_starting on collectibles.items (start_at) where status = 'SCHEDULED';
create trigger guarded before update or delete on collectibles.items for each row execute function collectibles.guard_item();
grant select on collectibles.items to api, console;

-- A customer's part in an auction, under the number that the public sees. What is held is the whole maximum
-- while he leads, else nothing. `nonce` is what binds number and customer in the records.
create table collectibles.bidders (
  item_id uuid not null references collectibles.items,
  no integer not null check (no > 0),
  account_id bigint not null,
  customer_id uuid not null references accounts.customers,
  nonce bytea not null check (length(nonce) = 32),
  amount bigint not null check (amount > 0),
  ceiling bigint not null check (ceiling >= amount),
  asset smallint not null check (asset in (1, 3)),
  -- Its row in ledger.holds; null unless it leads.
  hold_id uuid,
  status text not null check (status in ('HELD', 'OUTBID', 'WON', 'VOID')),
  at timestamptz(3) not null,
  primary key (item_id, no),
  unique (item_id, account_id),
  check ((hold_id is not null) = (status = 'HELD'))
);
create unique index bidders_leading on collectibles.bidders (item_id) where status in ('HELD', 'WON');
create index bidders_by_account on collectibles.bidders (account_id, at);
create trigger kept before delete or truncate on collectibles.bidders
  for each statement execute function kernel.refuse_change();
grant select on collectibles.bidders to api, console;

-- Maximum bids by the record of their bid, which has only the hash. The record of the end opens them; until then the role
-- `console` cannot read them at all.
create table collectibles.ceilings (
  item_id uuid not null,
  record integer not null,
  bidder integer not null,
  ceiling bigint not null,
  nonce bytea not null check (length(nonce) = 32),
  primary key (item_id, record)
);
create trigger added_only before update or delete or truncate on collectibles.ceilings
  for each statement execute function kernel.refuse_change();
grant select on collectibles.ceilings to api;

-- What was bid, as the public sees it.
create table collectibles.bids (
  item_id uuid not null references collectibles.items,
  no integer not null,
  bidder integer not null,
  amount bigint not null check (amount > 0),
  automatic boolean not null,
  at timestamptz(3) not null,
  primary key (item_id, no)
);
create trigger added_only before update or delete or truncate on collectibles.bids
  for each statement execute function kernel.refuse_change();
grant select on collectibles.bids to api, console;

-- Signed with a key that is not in the database, and sealed in the log.
create table collectibles.records (
  -- Rises by one in the order of commits.
  seq bigint primary key check (seq > 0),
  item_id uuid not null references collectibles.items,
  no integer not null check (no > 0),
  body text not null,
  -- Epoch milliseconds, as in the body.
  at bigint not null,
  signature bytea not null check (length(signature) = 64),
  unique (item_id, no)
);
create trigger added_only before update or delete or truncate on collectibles.records
  for each statement execute function kernel.refuse_change();
grant select on collectibles.records to api, console;

create sequence collectibles.order_no_seq;

-- Payments to charities. The one who prepares and the one who confirms sign the same values with their passkeys; the second
-- with the charity's proof.
create table collectibles.payouts (
  id uuid primary key,
  charity_id uuid not null references collectibles.charities,
  amount bigint not null check (amount > 0),
  destination text not null check (length(destination) between 2 and 200),
  status text not null default 'PREPARED' check (status in ('PREPARED', 'PAID', 'CANCELLED')),
  prepared_by uuid not null,
  prepared_name text not null,
  prepared_assertion jsonb not null,
  prepared_at timestamptz(3) not null,
  confirmed_by uuid,
  confirmed_name text,
  confirmed_assertion jsonb,
  paid_at timestamptz(3),
  reference text,
  receipt_no text,
  receipt_hash bytea check (length(receipt_hash) = 32),
  custody bigint references ledger.accounts,
  entry bigint,
  check (confirmed_by is null or confirmed_by <> prepared_by),
  check ((status = 'PAID') = (confirmed_by is not null) and (status = 'PAID') = (paid_at is not null)
    and (status = 'PAID') = (entry is not null) and (status = 'PAID') = (confirmed_assertion is not null)
    and (status = 'PAID') = (reference is not null and receipt_no is not null and receipt_hash is not null and custody is not null))
);
create unique index payouts_prepared on collectibles.payouts (charity_id) where status = 'PREPARED';
create trigger kept before delete or truncate on collectibles.payouts
  for each statement execute function kernel.refuse_change();
create trigger guarded before update on collectibles.payouts for each row
  when (old.status <> 'PREPARED' or (old.id, old.charity_id, old.amount, old.destination, old.prepared_by, old.prepared_at)
    is distinct from (new.id, new.charity_id, new.amount, new.destination, new.prepared_by, new.prepared_at))
  execute function kernel.refuse_change();
grant select on collectibles.payouts to api, console;

-- Who owns what, and what was paid for it: all of it to the charity. `id` is the hold that was captured, and so the
-- reference of the entry.
create table collectibles.sales (
  item_id uuid primary key references collectibles.items,
  id uuid not null unique,
  order_no bigint not null default nextval('collectibles.order_no_seq'),
  account_id bigint not null,
  customer_id uuid not null references accounts.customers,
  -- The buyer's number, and what binds it to the customer.
  owner integer not null,
  nonce bytea not null check (length(nonce) = 32),
  charity_id uuid not null references collectibles.charities,
  price bigint not null check (price > 0),
  asset smallint not null check (asset in (1, 3)),
  entry bigint not null,
  at timestamptz(3) not null,
  due_at timestamptz(3) not null,
  payout_id uuid references collectibles.payouts
);
create index sales_by_account on collectibles.sales (account_id, at);
create index sales_by_charity on collectibles.sales (charity_id, at);
create trigger kept before delete or truncate on collectibles.sales
  for each statement execute function kernel.refuse_change();
create trigger guarded before update on collectibles.sales for each row
  when (to_jsonb(old) - 'payout_id' <> to_jsonb(new) - 'payout_id') execute function kernel.refuse_change();
grant select on collectibles.sales to api, console;

-- Where the owner of a work wants its token, and how far it is: the role `chain` alone, which holds the minting key, writes it.
-- `nonce` counts the minter's transactions, so that of those with one nonce the chain takes one.
create table collectibles.deliveries (
  item_id uuid primary key references collectibles.sales,
  chain text not null,
  contract text not null check (contract ~ '^0x[0-9a-fA-F]{40}$'),
  token_id text not null check (token_id ~ '^[0-9]{1,78}$'),
  address text not null check (address ~ '^0x[0-9a-fA-F]{40}$'),
  status text not null default 'REQUESTED' check (status in ('REQUESTED', 'SENT', 'DELIVERED', 'REFUSED')),
  requested_at timestamptz(3) not null,
  nonce bigint check (nonce >= 0),
  tx_hash text check (tx_hash ~ '^0x[0-9a-f]{64}$'),
  sent_at timestamptz(3),
  ended_at timestamptz(3),
  unique (contract, nonce),
  unique (contract, token_id),
  check (status <> 'SENT' or (nonce is not null and tx_hash is not null and sent_at is not null)),
  check ((status in ('DELIVERED', 'REFUSED')) = (ended_at is not null))
);
create index deliveries_open on collectibles.deliveries (requested_at) where status in ('REQUESTED', 'SENT');
create trigger kept before delete or truncate on collectibles.deliveries
  for each statement execute function kernel.refuse_change();
create trigger guarded before update on collectibles.deliveries for each row execute function collectibles.guard_delivery();
grant select on collectibles.deliveries to api, chain, console;

-- Every transaction that was signed for a delivery, kept before it was sent: sent again, it is the same one. A later one of the
-- same nonce pays more.
create table collectibles.mintings (
  tx_hash text primary key check (tx_hash ~ '^0x[0-9a-f]{64}$'),
  item_id uuid not null references collectibles.deliveries,
  nonce bigint not null,
  bytes bytea not null,
  at timestamptz(3) not null
);
create index mintings_by_item on collectibles.mintings (item_id, at);
create trigger added_only before update or delete or truncate on collectibles.mintings
  for each statement execute function kernel.refuse_change();
grant select on collectibles.mintings to chain;

-- When bids were last taken: by which the length of a stop is known.
create table collectibles.pulse (
  one boolean primary key default true check (one),
  at timestamptz(3) not null
);
grant select, insert, update on collectibles.pulse to api;

-- A signed record as it is given to the functions that decide.
create type collectibles.signed_record as (seq bigint, no integer, body text, at bigint, signature bytea);
-- A decided bid: whose it is, its maximum and what hides it, and what the auction comes to by it.
create type collectibles.decided_bid as (
  item_id uuid, bidder integer, account_id bigint, customer_id uuid, nonce bytea, asset smallint, amount bigint,
  ceiling bigint, ceiling_nonce bytea, hold_id uuid, leader integer, current_bid bigint, end_at timestamptz, extended integer,
  at timestamptz, step_bidders integer[], step_amounts bigint[], step_automatic boolean[]);

select ledger.add_single_kinds(array['collectible.sale', 'charity.payout']);
