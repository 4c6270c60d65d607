-- What the house owes its customers, once a day: a signed statement, and the leaves and nodes of the tree of sums behind it.

grant usage on schema liabilities to api, console;

-- The statements as they were signed; `no` is their order, in which the log seals them. `next_at`, a moment of the next day
-- drawn at random, is when the next one is due: coins cannot be borrowed for a moment that nobody knows.
create table liabilities.statements (
  no bigint primary key,
  epoch integer not null unique,
  -- Whose leaves and nodes it was made of.
  tree bigint not null unique,
  -- proofs/src/liabilities/statement.ts as it was signed, its fields in their order
  statement json not null,
  next_at bigint not null
);
create trigger added_only before update or delete or truncate on liabilities.statements
  for each statement execute function kernel.refuse_change();
grant select, insert on liabilities.statements to api;
grant select on liabilities.statements to console;

-- A tree is drawn and hashed before its statement is signed; one that was left half made, by a crash, has none.
create sequence liabilities.tree_seq;
grant usage on sequence liabilities.tree_seq to api;

-- The argument of liabilities.draw_leaves: the last entry that counts, the assets, from how much of each on a customer has several
-- leaves, and how many at most.
create type liabilities.draw as (entry bigint, assets smallint[], split bigint[], parts integer);

-- A leaf of a tree: a customer's balances, or a part of them, under a salt of its own. Leaves stand in the order of their salts,
-- which is one by chance. Kept for the newest trees alone, because their proofs are what customers request; who keeps a proof can
-- check it for ever.
create table liabilities.leaves (
  tree bigint not null,
  customer_id uuid not null,
  salt uuid not null,
  -- Smallest units in the order of the statement's assets.
  sums bigint[] not null,
  primary key (tree, salt)
);
create index leaves_by_customer on liabilities.leaves (customer_id, tree);
grant select, insert, delete on liabilities.leaves to api;

-- The nodes from the roots of blocks of leaves (level 0) up to the root: with the leaves of one block they give any path.
-- `first` is the salt of the first leaf of a block.
create table liabilities.nodes (
  tree bigint not null,
  level smallint not null,
  index integer not null,
  hash bytea not null check (length(hash) = 32),
  sums bigint[] not null,
  first uuid check (level = 0 or first is null),
  primary key (tree, level, index)
);
create index nodes_by_first on liabilities.nodes (tree, first) where level = 0;
grant select, insert, delete on liabilities.nodes to api;
