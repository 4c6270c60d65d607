-- Which instruments take new orders. One operator of role risk suspends new orders and allows them again; delisting, and
-- listing what is delisted, takes two, who signed it. The command on the machine changes nothing: it files what operators
-- then decide.

-- Whether an instrument takes new orders: a row for each change, by an operator. Rows are added and never changed, seq
-- rises by one without a gap in the order of commits (a writer that takes a taken number fails and reads again), and
-- every row becomes a record of the log. Nothing here can reach a price: the role console, which writes these rows, has
-- no right to write anything else.
create table markets.listings (
  seq bigint primary key check (seq > 0),
  code text not null,
  state text not null check (state in ('listed', 'suspended', 'delisted')),
  -- Why, as a key whose text every client has.
  reason text check (length(reason) between 1 and 40),
  -- The operator's own words, shown to customers as they stand.
  note text check (length(note) between 1 and 200),
  at bigint not null,
  actor text not null check (length(actor) between 1 and 80),
  operator_id uuid references operators.operators,
  request_id uuid unique references operators.change_requests,
  check (state = 'listed' or reason is not null),
  check (state <> 'listed' or note is null)
);
create index listings_of_code on markets.listings (code, seq);
create trigger added_only before update or delete or truncate on markets.listings
  for each statement execute function kernel.refuse_change();
create trigger must_be_decided before insert on markets.listings for each row execute function markets.must_be_decided();
grant select on markets.listings to api;
grant select, insert on markets.listings to console;

-- What the command on the machine requires. It counts for seven days, or until the instrument's listing changes.
create table markets.listing_filings (
  id uuid primary key,
  code text not null,
  state text not null check (state in ('listed', 'suspended', 'delisted')),
  reason text not null check (length(reason) between 1 and 40),
  note text check (length(note) between 1 and 200),
  filed_at timestamptz not null,
  -- The user of the machine.
  filed_by text not null check (length(filed_by) between 1 and 80)
);
create index listing_filings_by_time on markets.listing_filings (filed_at);
create trigger added_only before update or delete or truncate on markets.listing_filings
  for each statement execute function kernel.refuse_change();
grant select, insert on markets.listing_filings to console;
