-- Keys with which a customer's programs read and trade.

-- The key itself is never stored: a reader of this table cannot call as a customer. A row stays when the key has ended.
create table auth.api_keys (
  key_hash bytea primary key check (length(key_hash) = 32),
  id uuid not null unique,
  customer_id uuid not null references accounts.customers,
  label text not null check (char_length(label) between 1 and 40),
  ending text not null check (length(ending) = 4),
  scope text not null check (scope in ('READ', 'TRADE')),
  virtual_only boolean not null,
  -- Addresses and ranges that calls must come from; empty for anywhere.
  addresses text[] not null default '{}' check (cardinality(addresses) <= 10),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz
);
create index api_keys_by_customer on auth.api_keys (customer_id, id desc);
grant select, insert on auth.api_keys to api;
grant update (used_at, revoked_at) on auth.api_keys to api;
