-- What customers watch. A list is one row, so that two devices that change it at once meet at its lock and each sees
-- what the other has done.
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
