-- Whether an instrument takes new orders: a row for each change, by an operator. Rows are added and never changed, seq
-- rises by one without a gap in the order of commits (whoever takes a number that is taken fails and reads again), and
-- every row becomes a record of the log. Nothing here can reach a price: the role console, which writes these rows, has
-- no right to write anything else.
create table markets.listings (
  seq bigint primary key check (seq > 0),
  code text not null,
  state text not null check (state in ('listed', 'suspended', 'delisted')),
  -- Why, as a key whose text every client has; a listed instrument needs none.
  reason text check (length(reason) between 1 and 40),
  -- The operator's own words, shown to customers as they stand.
  note text check (length(note) between 1 and 200),
  at bigint not null,
  actor text not null check (length(actor) between 1 and 80),
  check ((state = 'listed') = (reason is null)),
  check (state <> 'listed' or note is null)
);
create index listings_of_code on markets.listings (code, seq);

create function markets.refuse_listing_change() returns trigger language plpgsql as $$
begin
  raise exception 'listings are added to, never changed' using errcode = 'restrict_violation';
end $$;
create trigger added_only before update or delete or truncate on markets.listings
  for each statement execute function markets.refuse_listing_change();

grant select on markets.listings to api, console;
grant insert on markets.listings to console;

insert into books.types values
  (3, 'listings', 'an operator listed, suspended or delisted an instrument: code, state, reason, note and time');
