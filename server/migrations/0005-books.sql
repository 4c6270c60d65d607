-- The one log of the house. Records are added and never changed; what they are about stays with its own domain, and only
-- its hash stands here. Times are epoch milliseconds, because they are part of what is hashed.
create schema books;
grant usage on schema books to api, console;

-- What a record can be about. Later migrations add rows.
create table books.types (
  id smallint primary key,
  name text not null unique,
  about text not null
);
insert into books.types values
  (1, 'ticks', 'the recorded ticks of a closed minute: minute, number and root over one leaf an instrument'),
  (2, 'receipts', 'the receipts of a batch: the root that their signature covers');

-- `source` is the place in the order of what is sealed, by type: the epoch minute of ticks, the seq of a batch. Nothing is
-- sealed twice.
create table books.records (
  seq bigint primary key,
  type smallint not null references books.types,
  time bigint not null,
  actor text not null,
  payload bytea not null check (length(payload) = 32),
  source bigint not null,
  unique (type, source)
);

-- The roots of whole subtrees of 2^level records, the records' own hashes at level 0: what proofs are read from.
create table books.nodes (
  level smallint not null,
  index bigint not null,
  hash bytea not null check (length(hash) = 32),
  primary key (level, index)
);

-- Signed heads in the order they were signed. The same lines stand in files outside the database, which is what gives
-- them their worth.
create table books.heads (
  no bigint primary key,
  origin text not null,
  size bigint not null,
  root bytea not null check (length(root) = 32),
  time bigint not null,
  build text not null,
  key_id text not null,
  signature bytea not null check (length(signature) = 64),
  after bigint not null,
  consistency bytea not null
);

create function books.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the log is added to, never changed' using errcode = 'restrict_violation';
end $$;
create trigger added_only before update or delete or truncate on books.types for each statement execute function books.refuse_change();
create trigger added_only before update or delete or truncate on books.records for each statement execute function books.refuse_change();
create trigger added_only before update or delete or truncate on books.nodes for each statement execute function books.refuse_change();
create trigger added_only before update or delete or truncate on books.heads for each statement execute function books.refuse_change();

-- The leaves under a minute of ticks, 32 bytes an instrument, so that one instrument's proof needs no other's ticks. Can
-- be computed again from the ticks, and goes when they go.
create table books.minutes (
  minute integer primary key,
  codes text[] not null,
  leaves bytea not null
);
alter table books.minutes alter column leaves set storage external;

-- Results of the jobs that check the log and replay the settlements; public.
create table books.checks (
  kind text not null check (kind in ('log', 'settlements')),
  at bigint not null,
  ok boolean not null,
  compared bigint not null,
  findings jsonb not null,
  took_ms integer not null,
  primary key (kind, at)
);

grant select on all tables in schema books to api, console;
grant insert on books.records, books.nodes, books.heads, books.minutes, books.checks to api;
grant delete on books.minutes to api;
