-- Withdrawals. The role api requests, console decides, payout pays; each by functions that move state and money in one
-- statement, and by nothing else.

-- What a customer was shown before the request; valid for one withdrawal.
create table wallet.withdrawal_quotes (
  id uuid primary key,
  customer_id uuid not null references accounts.customers,
  method text not null,
  address_id uuid not null references wallet.addresses,
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0 and fee < amount),
  ends_at timestamptz not null
);
create index withdrawal_quotes_by_end on wallet.withdrawal_quotes (ends_at);
create index withdrawal_quotes_by_customer on wallet.withdrawal_quotes (customer_id);
grant select, insert, delete on wallet.withdrawal_quotes to api;

create sequence wallet.withdrawal_no start 100001;
grant usage on sequence wallet.withdrawal_no to api;

create table wallet.withdrawals (
  id uuid primary key,
  order_no bigint not null unique,
  customer_id uuid not null references accounts.customers,
  account_id bigint not null,
  method text not null,
  coin text not null,
  network text not null,
  chain text not null check (chain in ('bitcoin', 'ethereum', 'tron')),
  address_id uuid not null references wallet.addresses,
  address text not null,
  memo text,
  asset smallint not null references ledger.assets check ((coin, asset) in (('USDT', 1), ('USDT', 3), ('BTC', 4), ('ETH', 5))),
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0),
  net bigint not null check (net > 0 and net + fee = amount),
  requested_at timestamptz not null,
  due_at timestamptz not null check (due_at = requested_at + interval '24 hours'),
  -- The second proof by which the customer confirmed it, beside the fund password.
  confirmed_by text not null check (confirmed_by in ('code', 'otp', 'passkey')),
  -- SHA-256 of the written form of all above that decides where how much goes: what approvers sign.
  payload_hash bytea not null check (length(payload_hash) = 32),
  -- USDT for a whole BTC and a whole ETH when it was requested, null where none was fresh. The payout accepts them only
  -- near its own.
  prices bigint[] not null check (cardinality(prices) = 2),
  -- To the address that a deposit of this customer came from: free of the limit of a day.
  to_origin boolean not null,
  recorded_at timestamptz not null default sandbox.product_time(),
  status text not null check (status in
    ('REQUESTED', 'AUTO_OK', 'REVIEW', 'APPROVED', 'REJECTED', 'PROCESSING', 'BROADCAST', 'COMPLETED', 'FAILED', 'CANCELLED')),
  moved_at timestamptz not null,
  approvals_needed smallint not null check (approvals_needed between 0 and 2),
  reason_code text check (reason_code in ('ADDRESS_INVALID', 'ADDRESS_SANCTIONED', 'AML_ORDER', 'FRAUD_REPORTED_BY_OWNER',
    'KYC_LIMIT', 'INSUFFICIENT_AVAILABLE', 'LEGAL_HOLD')),
  reason_ref text check (length(reason_ref) between 3 and 80),
  -- What the payout waits for and retries on its own; ends nothing.
  waits_for text check (waits_for in ('NETWORK_DOWN', 'ASSET_PAUSED')),
  retry_at timestamptz not null,
  txid text check (length(txid) between 8 and 128),
  signed bytea,
  overdue_at timestamptz,
  completed_at timestamptz,
  unique (id, payload_hash),
  check ((status = 'REJECTED') = (reason_code is not null)),
  check (reason_code not in ('AML_ORDER', 'LEGAL_HOLD') or reason_ref is not null),
  check (status not in ('BROADCAST', 'COMPLETED') or (txid is not null and signed is not null)),
  check ((status = 'COMPLETED') = (completed_at is not null))
);
create index withdrawals_by_customer on wallet.withdrawals (customer_id, requested_at desc);
create index withdrawals_by_time on wallet.withdrawals (requested_at);
-- For how long customers waited in the last weeks.
create index withdrawals_completed on wallet.withdrawals (completed_at) where completed_at is not null;
create index withdrawals_open on wallet.withdrawals (status, retry_at) where status in ('REQUESTED', 'AUTO_OK', 'REVIEW', 'APPROVED', 'PROCESSING', 'BROADCAST');
create index withdrawals_by_address on wallet.withdrawals (customer_id, network, address) where status = 'COMPLETED';
create unique index withdrawals_by_txid on wallet.withdrawals (chain, txid) where txid is not null;
create trigger moved_only before update on wallet.withdrawals for each row execute function wallet.keep_withdrawal();
create trigger never_deleted before delete or truncate on wallet.withdrawals for each statement execute function kernel.refuse_change();
create trigger step_kept after insert or update on wallet.withdrawals for each row execute function wallet.keep_step();
create index withdrawals_to_address on wallet.withdrawals (address);
grant select on wallet.withdrawals to api, console, payout;

-- Arguments of wallet.request_withdrawal: what is requested, and the rules that are in force (`prices`: USDT a whole coin;
-- `auto` and `one`: sums of a day up to which a rule, or one approver, decides; `day_limit`: what may leave in a day).
create type wallet.withdrawal_request as (
  id uuid, order_no bigint, customer_id uuid, account_id bigint, method text, coin text, network text, chain text,
  asset smallint, address_id uuid, amount bigint, fee bigint, quote_id uuid, confirmed_by text, payload_hash bytea, at timestamptz);
create type wallet.withdrawal_rules as (
  min bigint, changed_at timestamptz, prices bigint[], auto bigint, one bigint, day_limit bigint);

-- Every step with its time; published as it is written, see wallet.keep_step.
create table wallet.withdrawal_steps (
  id bigint generated always as identity primary key,
  withdrawal_id uuid not null references wallet.withdrawals,
  step text not null,
  at timestamptz not null
);
create index withdrawal_steps_of on wallet.withdrawal_steps (withdrawal_id, id);
grant select on wallet.withdrawal_steps to api, console, payout;

-- Who decided, over exactly which payload: a row for another payload cannot exist. No verdict counts twice for an operator,
-- and none approves after a rejection. Who rejects takes back the own approval (wallet.approvals_of).
create table wallet.withdrawal_verdicts (
  withdrawal_id uuid not null,
  operator_id uuid not null,
  operator_name text not null check (length(operator_name) between 1 and 80),
  verdict text not null check (verdict in ('APPROVE', 'REJECT')),
  payload_hash bytea not null,
  reason_code text,
  reason_ref text,
  -- The passkey's assertion, as JSON.
  assertion text not null check (length(assertion) <= 20000),
  at timestamptz not null,
  unique nulls not distinct (withdrawal_id, operator_id, verdict, reason_code, reason_ref),
  foreign key (withdrawal_id, payload_hash) references wallet.withdrawals (id, payload_hash),
  check ((verdict = 'REJECT') = (reason_code is not null))
);
create trigger added_only before update or delete or truncate on wallet.withdrawal_verdicts
  for each statement execute function kernel.refuse_change();
grant select on wallet.withdrawal_verdicts to console, payout;

-- More than what every verified customer may take out in a day: proposed by one of risk, confirmed by another. It raises and
-- never lowers, and nothing is stopped by it.
create table wallet.withdrawal_limits (
  request_id uuid primary key references operators.change_requests,
  customer_id uuid not null references accounts.customers,
  -- Smallest units of USDT in 24 hours, above wallet.verified_withdrawals.
  max_amount bigint not null check (max_amount > wallet.verified_withdrawals() and max_amount <= wallet.highest_withdrawals()),
  set_at timestamptz not null
);
create index withdrawal_limits_by_customer on wallet.withdrawal_limits (customer_id);
create trigger added_only before update or delete or truncate on wallet.withdrawal_limits
  for each statement execute function kernel.refuse_change();
grant select on wallet.withdrawal_limits to api, console;

create trigger frozen_takes_back after update of status on accounts.customers
  for each row when (new.status = 'FROZEN_BY_USER' and old.status <> 'FROZEN_BY_USER') execute function wallet.cancel_of_frozen();

-- The fees of withdrawals.
select ledger.add_account('revenue:withdraw');

select ledger.add_single_kinds(array['withdrawal', 'withdrawal.fee']);
