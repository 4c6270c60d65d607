-- Coins that come in. Customers say that they sent some, operators decide what no chain can be asked about, and the
-- watcher of chains, a role of its own, says what arrived at addresses that are one customer's alone. Money is booked by
-- functions that do state and ledger in one step; no role can do the one without the other.
do $roles$
begin
  begin
    create role chain nologin;
  exception when duplicate_object or unique_violation then null;
  end;
  grant chain to current_user;
end $roles$;

-- Each role signs in by itself, where the way in lets it, and so cannot become what it is not. Whoever gave the roles
-- without the right to change them decides that himself.
do $sign_in$
declare wanted text;
begin
  for wanted in select rolname from pg_catalog.pg_roles
    where rolname in ('api', 'feed', 'console', 'payout', 'chain') and not rolcanlogin
  loop
    execute format('alter role %I login', wanted);
  end loop;
exception when insufficient_privilege then null;
end $sign_in$;

create schema wallet;
grant usage on schema wallet to api, console, payout, chain;

-- Time as the product has it, from the database's own clock: what a caller says of the time is not believed.
create function wallet.product_time() returns timestamptz language sql stable security definer set search_path = '' as $$
  select clock_timestamp() + make_interval(secs => (select c.moved_ms from sandbox.clock c) / 1000.0)
$$;

-- For whatever is only ever added to.
create function wallet.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'this record is added to, never changed' using errcode = 'restrict_violation';
end $$;

create sequence wallet.deposit_no_seq;

-- A deposit from the customer's word, or the chain's, to its end.
create table wallet.deposits (
  id uuid primary key,
  order_no bigint not null unique default nextval('wallet.deposit_no_seq'),
  customer_id uuid not null references accounts.customers,
  account_id bigint not null references ledger.accounts,
  asset smallint not null references ledger.assets,
  network text not null check (network in ('TRC20', 'ERC20', 'Bitcoin', 'Ethereum')),
  chain text not null check (chain in ('bitcoin', 'ethereum', 'tron')),
  -- What was said to be sent, in smallest units, and what it came to in USDT then; null without a fresh price.
  amount bigint not null check (amount > 0),
  claimed_usdt bigint check (claimed_usdt >= 0),
  last6 text not null check (last6 ~ '^[A-Za-z0-9]{0,6}$'),
  -- In small letters, so that one transaction has one spelling.
  tx_hash text not null check (tx_hash ~ '^(0x)?[0-9a-f]{64}$'),
  vout integer not null default 0 check (vout >= 0),
  -- A claim that found its output at the shared address stands for that one; one that did not, for the whole transaction,
  -- and of these there is one.
  matched boolean not null default false,
  proof_file_id uuid,
  source text not null check (source in ('CLAIM', 'CHAIN', 'OPERATOR')),
  status text not null default 'SUBMITTED'
    check (status in ('SUBMITTED', 'CONFIRMING', 'CREDITED', 'ON_HOLD_AML', 'RETURNED', 'REJECTED', 'CANCELLED', 'REVERSED')),
  -- Rises with a resubmission and with a hold: approvals belong to one round.
  round smallint not null default 1,
  resubmitted boolean not null default false,
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
  -- No state speaks of money without the entry that moved it.
  check ((status in ('CREDITED', 'REVERSED')) = (entry is not null)),
  check ((entry is null) = (credited is null))
);
-- Nobody claims what is claimed; what was rejected or taken back does not stand in the way of whom it belongs to, and no
-- claim in the way of what the chain itself shows.
create unique index deposits_live on wallet.deposits (chain, tx_hash, vout, matched)
  where status not in ('REJECTED', 'CANCELLED', 'REVERSED') and source <> 'CHAIN';
-- And nobody tries the same again and again beside the one resubmission.
create unique index deposits_of_customer on wallet.deposits (customer_id, chain, tx_hash, vout, matched)
  where status not in ('CANCELLED', 'REVERSED') and source <> 'CHAIN';
create index deposits_by_transaction on wallet.deposits (chain, tx_hash);
create index deposits_by_customer on wallet.deposits (customer_id, id);
create index deposits_waiting on wallet.deposits (due_at) where status in ('SUBMITTED', 'CONFIRMING', 'ON_HOLD_AML');
create index deposits_by_decision on wallet.deposits (decided_at) where decided_at is not null;

create function wallet.guard_deposit() returns trigger language plpgsql as $$
begin
  if old.status is distinct from new.status and not (new.status = any (case old.status
    when 'SUBMITTED' then array['CONFIRMING', 'REJECTED', 'CANCELLED']
    when 'CONFIRMING' then array['CREDITED', 'ON_HOLD_AML', 'REJECTED']
    when 'ON_HOLD_AML' then array['CREDITED', 'RETURNED']
    when 'CREDITED' then array['REVERSED']
    when 'REJECTED' then array['SUBMITTED']
    else '{}'::text[] end)) then
    raise exception 'a deposit goes from % to % never', old.status, new.status using errcode = 'restrict_violation';
  end if;
  if old.status = 'REJECTED' and new.status = 'SUBMITTED' and (old.resubmitted or not new.resubmitted) then
    raise exception 'a deposit is submitted again once' using errcode = 'restrict_violation';
  end if;
  -- What stands in the chain arrived, whoever thinks otherwise: it is credited, or held where the law asks for it. Only where
  -- people have credited its whole transaction already is it one too many.
  if new.status = 'REJECTED' and exists (select 1 from wallet.arrivals v where v.deposit_id = new.id and v.height is not null)
    and not exists (select 1 from wallet.credits c
      where c.chain = new.chain and c.tx_hash = new.tx_hash and c.by_hand and c.reversed_entry is null) then
    raise exception 'a deposit that arrived is not rejected' using errcode = 'restrict_violation';
  end if;
  if (old.customer_id, old.account_id, old.asset, old.chain, old.tx_hash) is distinct from
     (new.customer_id, new.account_id, new.asset, new.chain, new.tx_hash) then
    raise exception 'a deposit stays what it is' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guarded before update on wallet.deposits for each row execute function wallet.guard_deposit();

-- Who says that a deposit arrived, and how much. An operator has one voice a round.
create table wallet.deposit_approvals (
  deposit_id uuid not null references wallet.deposits,
  round smallint not null,
  operator_id uuid not null,
  operator_name text not null,
  amount bigint not null check (amount > 0),
  assertion jsonb not null,
  at timestamptz not null,
  primary key (deposit_id, round, operator_id)
);

revoke all on all functions in schema wallet from public;
grant execute on function wallet.product_time to api, console, payout;

grant select on wallet.deposits, wallet.deposit_approvals to api, console, chain, payout;
grant insert (id, customer_id, account_id, asset, network, chain, amount, claimed_usdt, last6, tx_hash, proof_file_id, source,
  created_at, due_at) on wallet.deposits to api, console;
grant insert (from_address) on wallet.deposits to console;
grant update (status, proof_file_id, last6, resubmitted, round, reason_code, decided_at, due_at) on wallet.deposits to api;
grant update (status, round, reason_code, reference, decided_at) on wallet.deposits to console;
grant usage on sequence wallet.deposit_no_seq to api, console;
