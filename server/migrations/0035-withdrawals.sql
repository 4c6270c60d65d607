-- Money out: what was asked for, every step of it, and who decided. The role api asks, console decides, payout pays; each by
-- the functions of the next two migrations, which move state and money in one statement, and by nothing else.

-- What a customer was shown before asking; good for one withdrawal.
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

create sequence wallet.withdrawal_no start 100001;

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
  asset smallint not null references ledger.assets check (asset in (1, 4, 5)),
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0),
  net bigint not null check (net > 0 and net + fee = amount),
  requested_at timestamptz not null,
  due_at timestamptz not null check (due_at = requested_at + interval '24 hours'),
  -- By what the customer confirmed it beside the fund password.
  confirmed_by text not null check (confirmed_by in ('code', 'otp', 'passkey')),
  -- SHA-256 of the written form of all above that decides where how much goes: what approvers sign.
  payload_hash bytea not null check (length(payload_hash) = 32),
  -- USDT for a whole BTC and a whole ETH when it was asked for, null where none was fresh. The payout believes them only
  -- near to its own.
  prices bigint[] not null check (cardinality(prices) = 2),
  -- Back to where a deposit of this customer came from: free of the limit of a day.
  to_origin boolean not null,
  recorded_at timestamptz not null default wallet.product_time(),
  status text not null check (status in
    ('REQUESTED', 'AUTO_OK', 'REVIEW', 'APPROVED', 'REJECTED', 'PROCESSING', 'BROADCAST', 'COMPLETED', 'FAILED', 'CANCELLED')),
  moved_at timestamptz not null,
  approvals_needed smallint not null check (approvals_needed between 0 and 2),
  reason_code text check (reason_code in ('ADDRESS_INVALID', 'ADDRESS_SANCTIONED', 'AML_ORDER', 'FRAUD_REPORTED_BY_OWNER',
    'KYC_LIMIT', 'INSUFFICIENT_AVAILABLE', 'LEGAL_HOLD')),
  reason_ref text check (length(reason_ref) between 3 and 80),
  -- What the payout waits for and tries again by itself; ends nothing.
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
-- For how long customers waited lately.
create index withdrawals_completed on wallet.withdrawals (completed_at) where completed_at is not null;
create index withdrawals_open on wallet.withdrawals (status, retry_at) where status in ('REQUESTED', 'AUTO_OK', 'REVIEW', 'APPROVED', 'PROCESSING', 'BROADCAST');
create index withdrawals_by_address on wallet.withdrawals (customer_id, network, address) where status = 'COMPLETED';
create unique index withdrawals_by_txid on wallet.withdrawals (chain, txid) where txid is not null;

-- What follows what, and that what was asked for is never changed: a payload that differs is another withdrawal.
create function wallet.keep_withdrawal() returns trigger language plpgsql as $$
begin
  if (new.id, new.order_no, new.customer_id, new.account_id, new.method, new.coin, new.network, new.chain, new.address_id, new.address,
      new.memo, new.asset, new.amount, new.fee, new.net, new.requested_at, new.due_at, new.confirmed_by, new.payload_hash,
      new.prices, new.to_origin, new.recorded_at)
      is distinct from
      (old.id, old.order_no, old.customer_id, old.account_id, old.method, old.coin, old.network, old.chain, old.address_id, old.address,
      old.memo, old.asset, old.amount, old.fee, old.net, old.requested_at, old.due_at, old.confirmed_by, old.payload_hash,
      old.prices, old.to_origin, old.recorded_at)
    or (old.txid is not null and (new.txid, new.signed) is distinct from (old.txid, old.signed))
  then
    raise exception 'a withdrawal that was asked for is never changed' using errcode = 'restrict_violation';
  end if;
  if old.status <> new.status and (old.status, new.status) not in (
    ('REQUESTED', 'AUTO_OK'), ('REQUESTED', 'REVIEW'), ('REVIEW', 'APPROVED'), ('REVIEW', 'REJECTED'),
    ('AUTO_OK', 'REVIEW'), ('APPROVED', 'REVIEW'),
    ('AUTO_OK', 'PROCESSING'), ('APPROVED', 'PROCESSING'), ('PROCESSING', 'BROADCAST'), ('BROADCAST', 'COMPLETED'),
    ('PROCESSING', 'FAILED'), ('BROADCAST', 'FAILED'),
    ('REQUESTED', 'CANCELLED'), ('AUTO_OK', 'CANCELLED'), ('REVIEW', 'CANCELLED'), ('APPROVED', 'CANCELLED'))
  then
    raise exception 'a withdrawal does not go from % to %', old.status, new.status using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger moved_only before update on wallet.withdrawals for each row execute function wallet.keep_withdrawal();
create trigger never_deleted before delete or truncate on wallet.withdrawals for each statement execute function wallet.refuse_change();

-- Every step with its time. `told` once the customer was handed the notice of it.
create table wallet.withdrawal_steps (
  id bigint generated always as identity primary key,
  withdrawal_id uuid not null references wallet.withdrawals,
  step text not null,
  at timestamptz not null,
  told boolean not null default false
);
create index withdrawal_steps_of on wallet.withdrawal_steps (withdrawal_id, id);
create index withdrawal_steps_untold on wallet.withdrawal_steps (id) where not told;

create function wallet.keep_step() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' or old.status <> new.status then
    insert into wallet.withdrawal_steps (withdrawal_id, step, at) values (new.id, new.status, new.moved_at);
  elsif old.overdue_at is null and new.overdue_at is not null then
    insert into wallet.withdrawal_steps (withdrawal_id, step, at) values (new.id, 'OVERDUE', new.overdue_at);
  else
    return null;
  end if;
  perform pg_notify('withdrawals', new.id::text);
  return null;
end $$;
create trigger step_kept after insert or update on wallet.withdrawals for each row execute function wallet.keep_step();

-- Who decided, over exactly which payload: a row for another payload cannot exist. Nobody decides twice.
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
  primary key (withdrawal_id, operator_id),
  foreign key (withdrawal_id, payload_hash) references wallet.withdrawals (id, payload_hash),
  check ((verdict = 'REJECT') = (reason_code is not null))
);
create trigger added_only before update or delete or truncate on wallet.withdrawal_verdicts
  for each statement execute function wallet.refuse_change();

revoke all on all functions in schema wallet from public;

grant select, insert, delete on wallet.withdrawal_quotes to api;
grant usage on sequence wallet.withdrawal_no to api;
grant select on wallet.withdrawals, wallet.withdrawal_steps to api, console, payout;
grant update (told) on wallet.withdrawal_steps to api;
grant select on wallet.withdrawal_verdicts to console, payout;
