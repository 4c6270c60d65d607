-- Money out: the fund password, the address book, withdrawals and what decides them. The role api asks, console decides,
-- payout pays; each by functions that move state and money in one statement, and by nothing else.
create schema if not exists wallet;
grant usage on schema wallet to api, console, payout;

insert into ledger.accounts (name, opened_at)
select name, now() from unnest(array['custody:bitcoin', 'custody:ethereum', 'custody:tron', 'revenue:withdraw']) as name
on conflict (name) do nothing;

-- Time as the product has it, from the database's own clock: what a caller says of the time is not believed.
create function wallet.product_time() returns timestamptz language sql stable security definer set search_path = '' as $$
  select clock_timestamp() + make_interval(secs => (select c.moved_ms from sandbox.clock c) / 1000.0)
$$;

-- Six digits, hashed under a key outside the database. A try is counted as wrong before it is looked at.
create table wallet.fund_passwords (
  customer_id uuid primary key references accounts.customers,
  hash text not null,
  set_at timestamptz not null,
  -- When it was last changed or reset; null while it is the first one.
  changed_at timestamptz,
  wrong_in_row smallint not null default 0 check (wrong_in_row between 0 and 10),
  wrong_at timestamptz,
  locked_until timestamptz
);
grant select, insert, update on wallet.fund_passwords to api;
grant select (customer_id, changed_at) on wallet.fund_passwords to payout;

-- What anyone may know of it: that there is one.
alter table accounts.customers add column fund_password_set boolean not null default false;
create function wallet.note_fund_password() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update accounts.customers c set fund_password_set = true where c.id = new.customer_id;
  return null;
end $$;
create trigger noted after insert on wallet.fund_passwords for each row execute function wallet.note_fund_password();

-- One row a customer who has a book; whoever changes the book holds it. A closed book takes no new address until
-- `opens_at`, which is a day after its customer asked for it.
create table wallet.address_books (
  customer_id uuid primary key references accounts.customers,
  closed boolean not null default false,
  opens_at timestamptz
);
grant select, insert, update on wallet.address_books to api;

create table wallet.addresses (
  id uuid primary key,
  customer_id uuid not null references accounts.customers,
  coin text not null,
  network text not null,
  address text not null check (length(address) between 10 and 120),
  memo text check (length(memo) between 1 and 64),
  label text not null check (char_length(label) between 1 and 30),
  status text not null default 'COOLING' check (status in ('COOLING', 'ACTIVE', 'DELETED')),
  created_at timestamptz not null,
  active_at timestamptz not null check (active_at >= created_at + interval '24 hours'),
  deleted_at timestamptz,
  last_used_at timestamptz,
  -- By the database's own clock: an address that claims to be older than it is does not become usable by that.
  recorded_at timestamptz not null default wallet.product_time(),
  check ((status = 'DELETED') = (deleted_at is not null))
);
create unique index addresses_once on wallet.addresses (customer_id, coin, network, address, coalesce(memo, '')) where status <> 'DELETED';
create index addresses_cooling on wallet.addresses (active_at) where status = 'COOLING';

create function wallet.keep_address() returns trigger language plpgsql as $$
begin
  if (new.id, new.customer_id, new.coin, new.network, new.address, new.memo, new.label, new.created_at, new.active_at, new.recorded_at)
      is distinct from
      (old.id, old.customer_id, old.coin, old.network, old.address, old.memo, old.label, old.created_at, old.active_at, old.recorded_at)
    or (old.status, new.status) not in (('COOLING', 'COOLING'), ('COOLING', 'ACTIVE'), ('COOLING', 'DELETED'), ('ACTIVE', 'ACTIVE'), ('ACTIVE', 'DELETED'))
  then
    raise exception 'an address never changes: delete it and add another' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger never_changed before update on wallet.addresses for each row execute function wallet.keep_address();
grant select on wallet.addresses to api, console, payout;
grant insert (id, customer_id, coin, network, address, memo, label, created_at, active_at) on wallet.addresses to api;
grant update (status, deleted_at) on wallet.addresses to api;

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
create index withdrawals_open on wallet.withdrawals (status, retry_at) where status in ('REQUESTED', 'AUTO_OK', 'REVIEW', 'APPROVED', 'PROCESSING', 'BROADCAST');
create index withdrawals_by_address on wallet.withdrawals (customer_id, network, address) where status = 'COMPLETED';
create unique index withdrawals_by_txid on wallet.withdrawals (chain, txid) where txid is not null;
grant select on wallet.withdrawals to api, console, payout;

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
create function wallet.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'this record is added to, never changed' using errcode = 'restrict_violation';
end $$;
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
grant select on wallet.withdrawal_steps to api, console, payout;
grant update (told) on wallet.withdrawal_steps to api;

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
grant select on wallet.withdrawal_verdicts to console, payout;

-- What an amount is in smallest units of USDT, rounded up; prices are units of USDT for a whole BTC and a whole ETH, null
-- where none is fresh.
create function wallet.usdt_of(p_coin text, p_amount bigint, p_prices bigint[]) returns numeric
language sql immutable parallel safe as $$
  select case p_coin when 'USDT' then p_amount::numeric
    when 'BTC' then ceil(p_amount::numeric * p_prices[1] / 100000000)
    when 'ETH' then ceil(p_amount::numeric * p_prices[2] / 100000000) end
$$;

-- What a customer asked to be paid out after a time and by another, in USDT, without what was given back; null where one
-- of the prices it takes is not known. `p_limited`: without what went back to where a deposit came from.
create function wallet.withdrawn_usdt(p_customer uuid, p_after timestamptz, p_by timestamptz, p_prices bigint[], p_without uuid, p_limited boolean)
returns numeric language sql stable security definer set search_path = '' as $$
  select case when coalesce(bool_or(usdt is null), false) then null else coalesce(sum(usdt), 0) end
  from (select wallet.usdt_of(w.coin, w.amount, p_prices) as usdt from wallet.withdrawals w
    where w.customer_id = p_customer and w.requested_at > p_after and w.requested_at <= p_by
      and w.status not in ('CANCELLED', 'REJECTED', 'FAILED') and w.id is distinct from p_without
      and not (p_limited and w.to_origin)) one
$$;

-- Approvals a sum of USDT asks for: none, one or two; what cannot be told asks for two.
create function wallet.approvals_for(p_usdt numeric, p_auto bigint, p_one bigint) returns smallint
language sql immutable parallel safe as $$
  select case when p_usdt is null then 2 when p_usdt <= p_auto then 0 when p_usdt <= p_one then 1 else 2 end::smallint
$$;

-- Whether a customer has had money sent to an address before.
create function wallet.was_paid_to(p_customer uuid, p_network text, p_address text, p_memo text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from wallet.withdrawals w where w.customer_id = p_customer and w.network = p_network
    and w.address = p_address and w.memo is not distinct from p_memo and w.status = 'COMPLETED')
$$;

-- What a customer has paid in from an address, in smallest units.
create function wallet.deposited_from(p_customer uuid, p_coin text, p_network text, p_address text) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(d.credited), 0)::bigint from wallet.deposits d join ledger.assets a on a.id = d.asset
  where d.customer_id = p_customer and a.name = p_coin and d.network = p_network and d.status = 'CREDITED'
    and (d.from_address = p_address or (d.from_address is null and d.last6 = right(p_address, 6)))
$$;

-- What of a customer's deposits from an address may go back to it, in smallest units.
create function wallet.left_to_origin(p_customer uuid, p_coin text, p_network text, p_address text) returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin
  return greatest(0, wallet.deposited_from(p_customer, p_coin, p_network, p_address)
    - coalesce((select sum(w.amount) from wallet.withdrawals w where w.customer_id = p_customer and w.coin = p_coin
        and w.network = p_network and w.address = p_address and w.to_origin
        and w.status not in ('CANCELLED', 'REJECTED', 'FAILED')), 0));
end $$;

-- Asks for a withdrawal: key, address, quote, minimum, hold, class and limit under the lock of the customer's balance, so
-- that two callers come one after another. outcome 0: asked · 1: balance too small · 2: repeated, ref is the first · 3: key
-- used for another ask · 4: no such address · 5: the address waits `until` · 6: below the minimum and not the whole
-- balance · 7: the quote is gone or was for something else. Whatever is not 0 has changed nothing.
create function wallet.request_withdrawal(
  p_id uuid, p_order_no bigint, p_customer uuid, p_account bigint, p_method text, p_coin text, p_network text, p_chain text,
  p_asset smallint, p_address uuid, p_amount bigint, p_fee bigint, p_min bigint, p_quote uuid, p_confirmed_by text,
  p_payload bytea, p_changed_at timestamptz, p_prices bigint[], p_auto bigint, p_one bigint, p_limit bigint,
  p_key text, p_ask bytea, p_route smallint, p_at timestamptz)
returns table (outcome smallint, ref uuid, free bigint, until timestamptz)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_free bigint;
  v_key ledger.keys;
  v_to wallet.addresses;
  v_origin boolean;
  v_needed smallint;
  v_total numeric;
  v_limited numeric;
  v_status text;
begin
  select w.free into v_free from ledger.balances w
  where w.account_id = p_account and w.asset = p_asset and w.shard = 0 for update;
  v_free := coalesce(v_free, 0);
  if p_key is not null then
    select * into v_key from ledger.keys k where k.account_id = p_account and k.key = p_key and k.route = p_route;
    if found then
      return query select case when v_key.ask = p_ask then 2 else 3 end::smallint, v_key.ref, v_free, null::timestamptz;
      return;
    end if;
  end if;
  if not exists (select from accounts.customers c where c.id = p_customer and c.account_id = p_account) then
    raise exception 'an account is its customer''s' using errcode = 'P0001';
  end if;
  select * into v_to from wallet.addresses a
  where a.id = p_address and a.customer_id = p_customer and a.coin = p_coin and a.network = p_network and a.status <> 'DELETED' for share;
  if not found then
    return query select 4::smallint, null::uuid, v_free, null::timestamptz; return;
  end if;
  if v_to.active_at > p_at then
    return query select 5::smallint, null::uuid, v_free, v_to.active_at; return;
  end if;
  if p_changed_at + interval '24 hours' > p_at and not wallet.was_paid_to(p_customer, p_network, v_to.address, v_to.memo) then
    return query select 5::smallint, null::uuid, v_free, p_changed_at + interval '24 hours'; return;
  end if;
  if p_amount < p_min and p_amount <> v_free then
    return query select 6::smallint, null::uuid, v_free, null::timestamptz; return;
  end if;
  if p_amount > v_free then
    return query select 1::smallint, null::uuid, v_free, null::timestamptz; return;
  end if;
  delete from wallet.withdrawal_quotes q where q.id = p_quote and q.customer_id = p_customer and q.method = p_method
    and q.address_id = p_address and q.amount = p_amount and q.fee = p_fee and q.ends_at > p_at;
  if not found then
    return query select 7::smallint, null::uuid, v_free, null::timestamptz; return;
  end if;

  if not ledger.set_aside(p_id, p_account, p_asset, p_amount, p_at) then
    raise exception 'a free balance that is locked has changed' using errcode = 'P0001';
  end if;
  v_origin := p_amount <= wallet.left_to_origin(p_customer, p_coin, p_network, v_to.address);
  v_total := wallet.withdrawn_usdt(p_customer, p_at - interval '24 hours', p_at, p_prices, p_id, false)
    + wallet.usdt_of(p_coin, p_amount, p_prices);
  v_limited := wallet.withdrawn_usdt(p_customer, p_at - interval '24 hours', p_at, p_prices, p_id, true)
    + wallet.usdt_of(p_coin, p_amount, p_prices);
  v_needed := wallet.approvals_for(v_total, p_auto, p_one);
  if exists (select from accounts.customers c where c.id = p_customer and c.status = 'LEGAL_HOLD') then
    v_needed := greatest(v_needed, 1);
  end if;
  v_status := case when v_needed = 0 then 'AUTO_OK' else 'REVIEW' end;
  if not v_origin and v_limited > p_limit then v_status := 'REVIEW'; end if;

  insert into wallet.withdrawals (id, order_no, customer_id, account_id, method, coin, network, chain, address_id, address, memo,
    asset, amount, fee, net, requested_at, due_at, confirmed_by, payload_hash, prices, to_origin, status, moved_at, approvals_needed, retry_at)
  values (p_id, p_order_no, p_customer, p_account, p_method, p_coin, p_network, p_chain, p_address, v_to.address, v_to.memo,
    p_asset, p_amount, p_fee, p_amount - p_fee, p_at, p_at + interval '24 hours', p_confirmed_by, p_payload, p_prices, v_origin, 'REQUESTED',
    p_at, v_needed, p_at);
  update wallet.withdrawals w set status = v_status, moved_at = p_at where w.id = p_id;
  -- Beyond what may leave in a day: the rule decides at once and gives the money back, instead of a day's wait for it.
  if not v_origin and v_limited > p_limit then
    perform ledger.release(p_id, p_amount);
    update wallet.withdrawals w set status = 'REJECTED', reason_code = 'KYC_LIMIT', moved_at = p_at where w.id = p_id;
  end if;
  if p_key is not null then
    perform ledger.remember(p_account, p_key, p_route, p_ask, p_id, p_at);
  end if;
  return query select 0::smallint, p_id, v_free - p_amount, null::timestamptz;
end $$;

-- Takes a withdrawal back, until the payout has it. Answers whether it did.
create function wallet.cancel_withdrawal(p_id uuid, p_customer uuid, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_amount bigint;
begin
  update wallet.withdrawals w set status = 'CANCELLED', moved_at = p_at
  where w.id = p_id and w.customer_id = p_customer and w.status in ('REQUESTED', 'AUTO_OK', 'REVIEW', 'APPROVED')
  returning w.amount into v_amount;
  if not found then return false; end if;
  perform ledger.release(p_id, v_amount);
  return true;
end $$;

-- Marks what is not decided or paid a day after it was asked for. Answers how many.
create function wallet.mark_overdue(p_at timestamptz) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_count integer;
begin
  update wallet.withdrawals w set overdue_at = p_at
  where w.status in ('REQUESTED', 'AUTO_OK', 'REVIEW', 'APPROVED', 'PROCESSING') and w.due_at <= p_at and w.overdue_at is null;
  get diagnostics v_count = row_count;
  return v_count;
end $$;

-- One operator's word, in REVIEW alone. outcome 0: counted · 1: not in review, or another payload · 2: this operator has
-- given his word already.
create function wallet.approve_withdrawal(p_id uuid, p_operator uuid, p_name text, p_payload bytea, p_assertion text, p_at timestamptz)
returns table (outcome smallint, status text, given integer, needed smallint)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_row wallet.withdrawals;
  v_given integer;
begin
  select * into v_row from wallet.withdrawals w where w.id = p_id for update;
  if not found or v_row.status <> 'REVIEW' or v_row.payload_hash <> p_payload then
    return query select 1::smallint, v_row.status, 0, v_row.approvals_needed; return;
  end if;
  insert into wallet.withdrawal_verdicts (withdrawal_id, operator_id, operator_name, verdict, payload_hash, assertion, at)
  values (p_id, p_operator, p_name, 'APPROVE', p_payload, p_assertion, p_at) on conflict do nothing;
  if not found then
    return query select 2::smallint, v_row.status, 0, v_row.approvals_needed; return;
  end if;
  select count(*) into v_given from wallet.withdrawal_verdicts v where v.withdrawal_id = p_id and v.verdict = 'APPROVE';
  if v_given >= v_row.approvals_needed then
    update wallet.withdrawals w set status = 'APPROVED', moved_at = p_at, retry_at = p_at where w.id = p_id;
    v_row.status := 'APPROVED';
  end if;
  return query select 0::smallint, v_row.status, v_given, v_row.approvals_needed;
end $$;

-- As above for a refusal by a reason of the closed list; LEGAL_HOLD takes two who name the same order. The money is back
-- in the same statement.
create function wallet.reject_withdrawal(
  p_id uuid, p_operator uuid, p_name text, p_reason text, p_ref text, p_payload bytea, p_assertion text, p_at timestamptz)
returns table (outcome smallint, status text, given integer, needed smallint)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_row wallet.withdrawals;
  v_given integer;
  v_needed smallint := case when p_reason = 'LEGAL_HOLD' then 2 else 1 end;
begin
  select * into v_row from wallet.withdrawals w where w.id = p_id for update;
  if not found or v_row.status <> 'REVIEW' or v_row.payload_hash <> p_payload then
    return query select 1::smallint, v_row.status, 0, v_needed; return;
  end if;
  insert into wallet.withdrawal_verdicts (withdrawal_id, operator_id, operator_name, verdict, payload_hash, reason_code, reason_ref, assertion, at)
  values (p_id, p_operator, p_name, 'REJECT', p_payload, p_reason, p_ref, p_assertion, p_at) on conflict do nothing;
  if not found then
    return query select 2::smallint, v_row.status, 0, v_needed; return;
  end if;
  select count(*) into v_given from wallet.withdrawal_verdicts v
  where v.withdrawal_id = p_id and v.verdict = 'REJECT' and v.reason_code = p_reason and v.reason_ref is not distinct from p_ref;
  if v_given >= v_needed then
    perform ledger.release(p_id, v_row.amount);
    update wallet.withdrawals w set status = 'REJECTED', reason_code = p_reason, reason_ref = p_ref, moved_at = p_at where w.id = p_id;
    v_row.status := 'REJECTED';
  end if;
  return query select 0::smallint, v_row.status, v_given, v_needed;
end $$;

-- The withdrawal that has waited longest in one of these states and may be tried now, held until the transaction ends.
create function wallet.next_withdrawal(p_states text[], p_at timestamptz) returns setof wallet.withdrawals
language sql security definer set search_path = '' as $$
  select * from wallet.withdrawals w where w.status = any (p_states) and w.retry_at <= p_at
  order by w.retry_at, w.requested_at limit 1 for no key update skip locked
$$;

create function wallet.take_withdrawal(p_id uuid, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update wallet.withdrawals w set status = 'PROCESSING', moved_at = p_at, retry_at = p_at, waits_for = null
  where w.id = p_id and w.status in ('AUTO_OK', 'APPROVED');
  return found;
end $$;

-- Gives a withdrawal to persons that by now asks for more of them than have signed.
create function wallet.ask_persons(p_id uuid, p_needed smallint, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update wallet.withdrawals w set status = 'REVIEW', moved_at = p_at, approvals_needed = greatest(p_needed, 1)
  where w.id = p_id and w.status in ('AUTO_OK', 'APPROVED');
  return found;
end $$;

-- Puts a try off, and says for what it waits.
create function wallet.put_off_withdrawal(p_id uuid, p_why text, p_until timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update wallet.withdrawals w set waits_for = p_why, retry_at = p_until
  where w.id = p_id and w.status in ('AUTO_OK', 'APPROVED', 'PROCESSING', 'BROADCAST');
end $$;

-- Keeps what is about to be sent before it is sent, so that it can only be sent again and never anew.
create function wallet.broadcast_withdrawal(p_id uuid, p_txid text, p_signed bytea, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update wallet.withdrawals w set status = 'BROADCAST', moved_at = p_at, retry_at = p_at, txid = p_txid, signed = p_signed
  where w.id = p_id and w.status = 'PROCESSING';
  return found;
end $$;

-- The chain has it: net leaves through the custody of its chain, the fee is the house's. What that custody has not
-- received is the house's own coins, or coins that customers brought over another chain; they are moved there first.
create function wallet.complete_withdrawal(p_id uuid, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_row wallet.withdrawals;
  v_custody bigint;
  v_revenue bigint := (select a.id from ledger.accounts a where a.name = 'revenue:withdraw');
  v_missing bigint;
  v_source record;
begin
  update wallet.withdrawals w set status = 'COMPLETED', moved_at = p_at, completed_at = p_at, waits_for = null
  where w.id = p_id and w.status = 'BROADCAST' returning * into v_row;
  if not found then return false; end if;
  v_custody := (select a.id from ledger.accounts a where a.name = 'custody:' || v_row.chain);
  -- The house's rows first and in the order of their accounts, as every entry locks them.
  perform 1 from ledger.origins o where o.asset = v_row.asset order by o.account_id for update;
  perform 1 from ledger.balances b where b.account_id = v_revenue and b.asset = v_row.asset for update;
  v_missing := v_row.net - coalesce((select o.issued from ledger.origins o where o.account_id = v_custody and o.asset = v_row.asset), 0);
  for v_source in
    select o.account_id, o.issued from ledger.origins o join ledger.accounts a on a.id = o.account_id
    where o.asset = v_row.asset and o.issued > 0 and o.account_id <> v_custody and (a.name = 'house:capital' or a.name like 'custody:%')
    order by a.name <> 'house:capital', a.id
  loop
    exit when v_missing <= 0;
    perform ledger.post('custody.move', p_id, array[v_source.account_id, v_custody], array[v_row.asset, v_row.asset],
      array[least(v_missing, v_source.issued), -least(v_missing, v_source.issued)], p_at);
    v_missing := v_missing - least(v_missing, v_source.issued);
  end loop;
  perform ledger.capture(p_id, v_row.net, v_custody, 'withdrawal', p_at);
  if v_row.fee > 0 then perform ledger.capture(p_id, v_row.fee, v_revenue, 'withdrawal.fee', p_at); end if;
  update wallet.addresses a set last_used_at = p_at where a.id = v_row.address_id;
  return true;
end $$;

-- Gives the money back. What was broadcast fails only by the chain's own proof that it is not included.
create function wallet.fail_withdrawal(p_id uuid, p_proof text, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_amount bigint;
begin
  update wallet.withdrawals w set status = 'FAILED', moved_at = p_at, waits_for = null
  where w.id = p_id and (w.status = 'PROCESSING' or (w.status = 'BROADCAST' and length(p_proof) > 0))
  returning w.amount into v_amount;
  if not found then return false; end if;
  perform ledger.release(p_id, v_amount);
  return true;
end $$;

-- A customer's balance of one asset as its entries say, what of it is on hold, and whether this withdrawal's hold is there.
create function wallet.derived_balance(p_id uuid) returns table (entries bigint, held bigint, kept bigint, own bigint)
language sql stable security definer set search_path = '' as $$
  select
    coalesce((select sum(line.amount) from ledger.entries e, unnest(e.accounts, e.assets, e.amounts) as line(account, asset, amount)
      where e.owner = w.account_id and line.account = w.account_id and line.asset = w.asset), 0)::bigint,
    coalesce((select sum(h.amount) from ledger.holds h where h.account_id = w.account_id and h.asset = w.asset), 0)::bigint,
    coalesce((select sum(b.free + b.held) from ledger.balances b where b.account_id = w.account_id and b.asset = w.asset), 0)::bigint,
    coalesce((select h.amount from ledger.holds h where h.id = w.id and h.account_id = w.account_id and h.asset = w.asset), 0)::bigint
  from wallet.withdrawals w where w.id = p_id
$$;

revoke all on all functions in schema wallet from public;
grant execute on function wallet.product_time, wallet.withdrawn_usdt, wallet.usdt_of, wallet.approvals_for, wallet.was_paid_to,
  wallet.left_to_origin, wallet.deposited_from to api, console, payout;
grant execute on function wallet.request_withdrawal, wallet.cancel_withdrawal, wallet.mark_overdue to api;
grant execute on function wallet.approve_withdrawal, wallet.reject_withdrawal to console;
grant execute on function wallet.next_withdrawal, wallet.take_withdrawal, wallet.ask_persons, wallet.put_off_withdrawal,
  wallet.broadcast_withdrawal, wallet.complete_withdrawal, wallet.fail_withdrawal, wallet.derived_balance to payout;

-- What the payout checks again by itself.
grant usage on schema accounts, auth, markets, sandbox, operators to payout;
grant usage on schema sandbox to console;
grant select (id, account_id, status, tier) on accounts.customers to payout;
grant select on auth.security_changes to payout;
grant select (customer_id, enabled_at) on auth.totps to payout;
grant select (customer_id, created_at) on auth.passkeys to payout;
grant select (code, last_ts, last_price) on markets.instruments to payout;
grant select on sandbox.clock to payout;
