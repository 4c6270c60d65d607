-- Deposits. Customers state that they sent coins, operators decide what no chain shows, and the watcher of
-- chains, a role of its own, reports what arrived at addresses of one customer. Functions book the money: they change state
-- and ledger in one step, and no role can do one without the other. Each output of a transaction is credited once, by the
-- approvals of operators or by what the chain made final; above a limit it may not be traded with until its customer is
-- verified. How many operators a credit by hand needs, and on what evidence, is decided here, whatever the calling role
-- passes.

grant usage on schema wallet to api, chain, console, payout;

create sequence wallet.deposit_no_seq;
grant usage on sequence wallet.deposit_no_seq to api, console;

-- A deposit from the customer's claim, or the chain's report, to its end.
create table wallet.deposits (
  id uuid primary key,
  order_no bigint not null unique default nextval('wallet.deposit_no_seq'),
  customer_id uuid not null references accounts.customers,
  account_id bigint not null references ledger.accounts,
  asset smallint not null references ledger.assets,
  network text not null check (network in ('TRC20', 'ERC20', 'Bitcoin', 'Ethereum')),
  chain text not null check (chain in ('bitcoin', 'ethereum', 'tron')),
  -- The amount that the customer claims was sent, in smallest units, and what it came to in USDT then; null without a fresh price.
  amount bigint not null check (amount > 0),
  claimed_usdt bigint check (claimed_usdt >= 0),
  last6 text not null check (last6 ~ '^[A-Za-z0-9]{0,6}$'),
  -- In small letters, so that one transaction has one spelling.
  tx_hash text not null check (tx_hash ~ '^(0x)?[0-9a-f]{64}$'),
  vout integer not null default 0 check (vout >= 0),
  -- A claim that found its output at the shared address is of that one; a claim without one is of the whole transaction,
  -- and of these there is one.
  matched boolean not null default false,
  proof_file_id uuid,
  source text not null check (source in ('CLAIM', 'CHAIN', 'OPERATOR')),
  status text not null default 'SUBMITTED'
    check (status in ('SUBMITTED', 'CONFIRMING', 'CREDITED', 'ON_HOLD_AML', 'RETURNED', 'REJECTED', 'CANCELLED', 'REVERSED')),
  -- Rises with a resubmission and with a hold: approvals belong to one round.
  round smallint not null default 1,
  resubmitted boolean not null default false,
  -- A further part of a transaction of which people have credited some already: too little, or to another customer.
  part boolean not null default false check (not part or source = 'OPERATOR'),
  reason_code text check (reason_code in ('NOT_FOUND', 'WRONG_COIN', 'DUPLICATE', 'UNREADABLE_PROOF')),
  reference text,
  from_address text,
  -- What was credited, its worth in USDT then (null without a fresh price), and the entry that did.
  credited bigint check (credited > 0),
  credited_usdt bigint check (credited_usdt >= 0),
  kept bigint not null default 0 check (kept >= 0),
  entry bigint references ledger.entries,
  created_at timestamptz not null,
  due_at timestamptz not null,
  decided_at timestamptz,
  check ((network, chain, asset) in (('TRC20', 'tron', 1), ('ERC20', 'ethereum', 1), ('Bitcoin', 'bitcoin', 4), ('Ethereum', 'ethereum', 5))),
  -- No state implies money without the entry that moved it.
  check ((status in ('CREDITED', 'REVERSED')) = (entry is not null)),
  check ((entry is null) = (credited is null))
);
-- An output is claimed once; what was rejected or taken back does not block its owner's claim, and no
-- claim blocks what the chain itself shows.
create unique index deposits_live on wallet.deposits (chain, tx_hash, vout, matched)
  where status not in ('REJECTED', 'CANCELLED', 'REVERSED') and source <> 'CHAIN' and not part;
-- And the same claim is tried no more often than the one resubmission. What was rejected can still be recorded by operators.
create unique index deposits_of_customer on wallet.deposits (customer_id, chain, tx_hash, vout, matched)
  where status not in ('CANCELLED', 'REVERSED') and source = 'CLAIM';
-- The same part is not recorded twice: one of a customer and a transaction waits at a time.
create unique index deposits_part_waiting on wallet.deposits (customer_id, chain, tx_hash)
  where part and status in ('SUBMITTED', 'CONFIRMING', 'ON_HOLD_AML');
create index deposits_by_transaction on wallet.deposits (chain, tx_hash);
create index deposits_by_customer on wallet.deposits (customer_id, id);
create index deposits_waiting on wallet.deposits (due_at) where status in ('SUBMITTED', 'CONFIRMING', 'ON_HOLD_AML');
create index deposits_by_decision on wallet.deposits (decided_at) where decided_at is not null;
create trigger guarded before update on wallet.deposits for each row execute function wallet.guard_deposit();
create trigger guarded_new before insert on wallet.deposits for each row execute function wallet.guard_new_deposit();
create trigger found_again before update of status on wallet.deposits for each row execute function wallet.find_again();
create trigger output_kept after insert or update of status, matched on wallet.deposits
  for each row execute function wallet.keep_output();
create trigger guarded_return before update of status on wallet.deposits
  for each row when (new.status = 'RETURNED' and old.status <> 'RETURNED') execute function wallet.guard_return();
-- The search of the console finds a deposit by its whole sender address.
create index deposits_by_sender on wallet.deposits (from_address) where from_address is not null;
-- A customer's page in the console reads the rows of a customer by their time, a page at a time.
create index deposits_of_customer_by_time on wallet.deposits (customer_id, created_at desc, id desc);
grant select on wallet.deposits to api, chain, console, payout;
grant insert (id, customer_id, account_id, asset, network, chain, amount, claimed_usdt, last6, tx_hash, proof_file_id,
  source, created_at, due_at) on wallet.deposits to api;
grant insert (id, customer_id, account_id, asset, network, chain, amount, claimed_usdt, last6, tx_hash, proof_file_id,
  source, part, from_address, created_at, due_at) on wallet.deposits to console;
grant update (last6, proof_file_id, status, round, resubmitted, reason_code, due_at, decided_at) on wallet.deposits
  to api;

-- What was credited, each output of a transaction once, however often it was claimed. Only the functions write here.
create table wallet.credits (
  chain text not null,
  tx_hash text not null,
  vout integer not null,
  -- A credit by hand read no outputs: such a credit is of the whole transaction.
  by_hand boolean not null,
  -- Beside another credit of the same transaction, because two operators approved it.
  part boolean not null default false,
  deposit_id uuid not null unique references wallet.deposits,
  entry bigint not null,
  reversed_entry bigint
);
create unique index credits_once on wallet.credits (chain, tx_hash, vout) where reversed_entry is null and not part;
create index credits_by_transaction on wallet.credits (chain, tx_hash);
grant select on wallet.credits to api, chain, console, payout;

-- What is owed after a reorganisation took back what had been spent. Nothing else is taken for it.
create table wallet.debts (
  deposit_id uuid primary key references wallet.deposits,
  customer_id uuid not null references accounts.customers,
  account_id bigint not null,
  asset smallint not null,
  amount bigint not null check (amount > 0),
  at timestamptz not null
);
create index debts_by_account on wallet.debts (account_id);
grant select on wallet.debts to api, chain, console, payout;

-- Who approved a credit, and over which values. Nothing is deleted: an approval that its operator replaced, or took back by
-- confirming a return, is withdrawn. `revision` counts what one operator signed in a round, so that nothing counts again.
create table wallet.deposit_approvals (
  deposit_id uuid not null references wallet.deposits,
  round smallint not null,
  operator_id uuid not null,
  revision smallint not null,
  operator_name text not null,
  amount bigint not null check (amount > 0),
  from_address text not null,
  -- For a part: what was credited of its transaction before.
  credited_before bigint,
  assertion jsonb not null,
  at timestamptz not null,
  withdrawn_at timestamptz,
  primary key (deposit_id, round, operator_id, revision)
);
create index deposit_approvals_by_operator on wallet.deposit_approvals (operator_id, at);
create unique index deposit_approvals_live on wallet.deposit_approvals (deposit_id, round, operator_id) where withdrawn_at is null;
grant select on wallet.deposit_approvals to api, chain, console, payout;

-- Who confirmed that coins went back, by which transaction.
create table wallet.deposit_returns (
  deposit_id uuid not null references wallet.deposits,
  round smallint not null,
  operator_id uuid not null,
  revision smallint not null,
  operator_name text not null,
  -- The transaction that sent the coins back.
  reference text not null check (length(reference) between 3 and 120),
  assertion jsonb not null,
  at timestamptz not null,
  withdrawn_at timestamptz,
  primary key (deposit_id, round, operator_id, revision)
);
create unique index deposit_returns_live on wallet.deposit_returns (deposit_id, round, operator_id) where withdrawn_at is null;
grant select on wallet.deposit_returns to api, chain, console, payout;

-- Who rejected: an operator rejects the same transaction of the same customer once.
create table wallet.deposit_rejections (
  deposit_id uuid not null references wallet.deposits,
  round smallint not null,
  operator_id uuid not null,
  reason_code text not null,
  at timestamptz not null,
  primary key (deposit_id, round)
);
create trigger added_only before update or delete or truncate on wallet.deposit_rejections
  for each statement execute function kernel.refuse_change();
grant select on wallet.deposit_rejections to api, chain, console;

create trigger verified after update of tier on accounts.customers for each row
  when (new.tier = 'VERIFIED' and old.tier <> 'VERIFIED') execute function wallet.open_trading();

select ledger.add_single_kinds(array['deposit', 'deposit.reversed']);
