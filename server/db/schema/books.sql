-- The public log. Records are added and never changed; what they are about stays with its own domain, and only its hash
-- is here. Times are epoch milliseconds, because they are part of what is hashed.

grant usage on schema books to api, console;

-- What a record can be about. Later migrations add rows.
create table books.types (
  id smallint primary key,
  name text not null unique,
  about text not null
);
insert into books.types values
  (1, 'ticks', 'the recorded ticks of a closed minute: minute, number and root over one leaf an instrument'),
  (2, 'receipts', 'the receipts of a batch: the root that their signature covers'),
  (3, 'listings', 'an operator listed, suspended or delisted an instrument: code, state, reason, note and time'),
  (4, 'acts', 'an act of an operator: who, what, to whom, why, before and after'),
  (5, 'conversions', 'a conversion: what was given, what was received, and the ticks that decided it'),
  (6, 'entries', 'a run of ledger entries: the numbers it lies between, how many, and the root over one leaf an entry'),
  (7, 'contracts', 'the signed records of contracts of a batch: the root that their signature covers'),
  (9, 'safeguards', 'a limit, pause, warning or questionnaire of a customer''s own: whose, which, and as it stands from then on'),
  (10, 'collectibles', 'a signed record of a collectible: how it was listed, a bid, an end, a purchase'),
  (11, 'liabilities', 'what was owed to all customers at a moment: the signed root of a tree of sums');
create trigger added_only before update or delete or truncate on books.types for each statement execute function kernel.refuse_change();
grant select on books.types to api, console;

-- `source` is the position in the order of what is sealed, by type: the epoch minute of ticks, the seq of a batch, the seq of
-- the last of a run of entries. Nothing is sealed twice.
create table books.records (
  seq bigint primary key,
  type smallint not null references books.types,
  time bigint not null,
  actor text not null,
  payload bytea not null check (length(payload) = 32),
  source bigint not null,
  unique (type, source)
);
create trigger added_only before update or delete or truncate on books.records for each statement execute function kernel.refuse_change();
grant select, insert on books.records to api;
grant select on books.records to console;

-- The roots of whole subtrees of 2^level records, the records' own hashes at level 0: what proofs are read from.
create table books.nodes (
  level smallint not null,
  index bigint not null,
  hash bytea not null check (length(hash) = 32),
  primary key (level, index)
);
create trigger added_only before update or delete or truncate on books.nodes for each statement execute function kernel.refuse_change();
grant select, insert on books.nodes to api;
grant select on books.nodes to console;

-- Signed heads in the order they were signed. The same lines are kept in files outside the database, so that a database
-- that was rewritten as a whole does not match them.
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
create trigger added_only before update or delete or truncate on books.heads for each statement execute function kernel.refuse_change();
grant select, insert on books.heads to api;
grant select on books.heads to console;

-- The leaves under a minute of ticks, 32 bytes an instrument, so that one instrument's proof needs no other's ticks. Can
-- be computed again from the ticks, and goes when they go.
create table books.minutes (
  minute integer primary key,
  codes text[] not null,
  leaves bytea not null
);
alter table books.minutes alter column leaves set storage external;
grant select, insert, delete on books.minutes to api;
grant select on books.minutes to console;

-- The leaves under a run of ledger entries, with their numbers: 40 bytes an entry, so that a check names the one that differs.
create table books.entry_runs (
  upto bigint primary key,
  seqs bigint[] not null,
  leaves bytea not null
);
alter table books.entry_runs alter column leaves set storage external;
create trigger added_only before update or delete or truncate on books.entry_runs for each statement execute function kernel.refuse_change();
grant select, insert on books.entry_runs to api;
grant select on books.entry_runs to console;

-- Results of the jobs that check the log and replay the settlements; public. A result is valid with its signature alone, so that the
-- owner of the database cannot write a good one.
create table books.checks (
  kind text not null check (kind in ('log', 'settlements', 'causes')),
  at bigint not null,
  ok boolean not null,
  compared bigint not null,
  findings jsonb not null,
  took_ms integer not null,
  signature bytea not null check (length(signature) = 64),
  primary key (kind, at)
);
grant select, insert on books.checks to api;
grant select on books.checks to console;

-- The figures that anyone may read, as the statements that were signed. Added to, never changed: an earlier statement can be
-- compared with the present one.
create table books.figures (
  at bigint primary key,
  -- {v, origin, at, figures: [{name, value, asOf, formula, query, sqlHash}], keyId, signature}
  statement jsonb not null
);
create trigger added_only before update or delete or truncate on books.figures for each statement execute function kernel.refuse_change();
grant select, insert on books.figures to api;
grant select on books.figures to console;

-- Every statement of SQL that a figure was ever counted with, by its SHA-256, which is what was signed.
create table books.figure_queries (
  hash bytea primary key check (length(hash) = 32),
  sql text not null,
  first_at bigint not null
);
create trigger added_only before update or delete or truncate on books.figure_queries for each statement execute function kernel.refuse_change();
grant select, insert on books.figure_queries to api;
grant select on books.figure_queries to console;
