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
