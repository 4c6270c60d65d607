-- What customers keep of their own beside the record of prices: watchlists and drawings.

-- What customers watch. A list is one row, so that two devices that change it at once wait for its lock and each sees
-- the other's change.
create table markets.watchlists (
  account_id bigint not null,
  id uuid not null,
  -- 1 is the list that is always there; the others follow in the order they were made.
  place integer not null check (place >= 1),
  -- "" is the first list before its customer gave it a name.
  name text not null check (char_length(name) <= 40),
  codes text[] not null default '{}' check (cardinality(codes) <= 100),
  primary key (account_id, id),
  unique (account_id, place),
  check (name <> '' or place = 1)
);
grant select, insert, update, delete on markets.watchlists to api;

-- What customers have drawn on charts: theirs alone, so neither the console nor the feed reads it.
create table markets.drawings (
  customer_id uuid not null,
  code text not null check (length(code) <= 32),
  -- The time of the last change, and always more than before: a row that was removed and made again has no old version.
  version bigint not null check (version > 0),
  drawings jsonb not null check (jsonb_typeof(drawings) = 'array' and jsonb_array_length(drawings) between 1 and 50),
  primary key (customer_id, code)
);
grant select, insert, update, delete on markets.drawings to api;
