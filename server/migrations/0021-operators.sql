-- Who operates the house: their own logins and roles, what they ask each other, and the record of what they did. Nothing in
-- this schema reaches a price, a result or a balance, but for the two functions at the end, which ask for two persons.
create schema operators;
grant usage on schema operators to console, api, payout;

create table operators.operators (
  id uuid primary key,
  name text not null unique check (name ~ '^[a-z0-9][a-z0-9._-]{2,39}$'),
  status text not null default 'INVITED' check (status in ('INVITED', 'ACTIVE', 'ENDED')),
  -- One of a sandbox, whose password is public: a live installation refuses a database that holds it.
  sandbox boolean not null default false,
  password_hash text,
  -- What an authenticator app shares with us, sealed with a key outside the database.
  totp_sealed bytea check (length(totp_sealed) between 28 and 128),
  totp_enabled_at timestamptz,
  totp_last_step bigint not null default 0,
  -- The hash of the one-time secret by which a new operator sets himself up.
  setup_hash bytea unique check (length(setup_hash) = 32),
  setup_ends_at timestamptz,
  created_at timestamptz not null,
  check ((setup_hash is null) = (setup_ends_at is null))
);

create table operators.roles (
  operator_id uuid not null references operators.operators,
  role text not null check (role in ('superadmin', 'kyc', 'finance1', 'finance2', 'risk', 'support', 'content', 'charity', 'auditor')),
  since timestamptz not null,
  primary key (operator_id, role)
);
-- Nobody holds finance1 and finance2, nor superadmin and a finance role: at most one of the three.
create unique index one_of_the_three on operators.roles (operator_id) where role in ('superadmin', 'finance1', 'finance2');
-- Whoever gives out roles looks at no identities.
create unique index superadmin_or_kyc on operators.roles (operator_id) where role in ('superadmin', 'kyc');

-- Public keys of devices that sign a challenge with their user verified. `origin` is the console's page they were made for;
-- null is a software authenticator of a sandbox.
create table operators.passkeys (
  id uuid primary key,
  operator_id uuid not null references operators.operators,
  credential_id bytea not null unique check (length(credential_id) between 1 and 1023),
  public_key bytea not null check (length(public_key) <= 4096),
  origin text,
  name text not null check (char_length(name) between 1 and 40),
  created_at timestamptz not null
);
create index passkeys_by_operator on operators.passkeys (operator_id);

-- The token itself is never stored. 15 minutes without use and 12 hours at most, by the clock of the product.
create table operators.sessions (
  id uuid primary key,
  operator_id uuid not null references operators.operators,
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz not null,
  used_at timestamptz not null,
  ip text not null,
  user_agent text not null check (length(user_agent) <= 300)
);
create index sessions_by_operator on operators.sessions (operator_id);

-- Challenges that were answered, until they would have ended anyway: each is good once.
create table operators.answered_challenges (
  challenge bytea primary key check (length(challenge) = 32),
  ends_at timestamptz not null
);

-- Every act of an operator, in the order of commits and without a gap; each becomes a record of the log. Times are epoch
-- milliseconds and `before` and `after` are JSON as it was written, because all of it is hashed.
create table operators.acts (
  seq bigint primary key check (seq > 0),
  at bigint not null,
  -- Null: the command on the machine itself.
  operator_id uuid references operators.operators,
  operator_name text not null check (length(operator_name) between 1 and 80),
  roles text[] not null,
  act text not null check (act ~ '^[a-z][A-Za-z.]{2,59}$'),
  subject text not null check (length(subject) between 1 and 120),
  customer_id uuid references accounts.customers,
  reason text not null check (length(reason) between 1 and 500),
  before text check (length(before) <= 20000),
  after text check (length(after) <= 20000)
);
create index acts_by_customer on operators.acts (customer_id, seq) where customer_id is not null;
create index acts_by_subject on operators.acts (subject, seq);

create function operators.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the record of operators is added to, never changed' using errcode = 'restrict_violation';
end $$;
create trigger added_only before update or delete or truncate on operators.acts
  for each statement execute function operators.refuse_change();

-- The only way into the record. It takes the next number under a lock that lasts to the end of the transaction, so that
-- numbers stand in the order of commits and a rolled-back act leaves no gap.
create function operators.record_act(
  p_at bigint, p_operator uuid, p_name text, p_roles text[], p_act text, p_subject text, p_customer uuid, p_reason text,
  p_before text, p_after text)
returns bigint language plpgsql security definer set search_path = '' as $$
declare
  v_seq bigint;
begin
  lock table operators.acts in share row exclusive mode;
  select coalesce(max(a.seq), 0) + 1 into v_seq from operators.acts a;
  insert into operators.acts (seq, at, operator_id, operator_name, roles, act, subject, customer_id, reason, before, after)
  values (v_seq, p_at, p_operator, p_name, p_roles, p_act, p_subject, p_customer, p_reason, p_before, p_after);
  return v_seq;
end $$;

-- What one operator asks and another decides. The payload never changes; who asked is never who decided.
create table operators.change_requests (
  id uuid primary key,
  kind text not null check (kind in ('role.grant', 'role.revoke', 'operator.invite', 'operator.end', 'params', 'adjustment', 'reserve.topUp')),
  -- JSON as it was asked, and the hash that both passkeys signed.
  payload text not null check (length(payload) <= 20000),
  payload_hash bytea not null check (length(payload_hash) = 32),
  reason text not null check (length(reason) between 3 and 500),
  status text not null default 'PROPOSED' check (status in ('PROPOSED', 'APPROVED', 'SCHEDULED', 'APPLIED', 'REJECTED', 'EXPIRED')),
  proposed_by uuid not null references operators.operators,
  proposed_at timestamptz not null,
  proposal_assertion text not null,
  ends_at timestamptz not null,
  decided_by uuid references operators.operators,
  decided_at timestamptz,
  decision_reason text check (length(decision_reason) between 3 and 500),
  decision_assertion text,
  applies_at timestamptz,
  applied_at timestamptz,
  check (decided_by <> proposed_by or status = 'REJECTED'),
  check (status not in ('APPROVED', 'SCHEDULED', 'APPLIED') or (decided_by is not null and decision_assertion is not null)),
  check ((status = 'APPLIED') = (applied_at is not null))
);
create index change_requests_open on operators.change_requests (kind, proposed_at) where status in ('PROPOSED', 'APPROVED', 'SCHEDULED');
create index change_requests_by_time on operators.change_requests (proposed_at);

create function operators.keep_request() returns trigger language plpgsql as $$
begin
  if (new.id, new.kind, new.payload, new.payload_hash, new.reason, new.proposed_by, new.proposed_at, new.proposal_assertion, new.ends_at)
    is distinct from
    (old.id, old.kind, old.payload, old.payload_hash, old.reason, old.proposed_by, old.proposed_at, old.proposal_assertion, old.ends_at)
    or (old.decided_by is not null and (new.decided_by, new.decision_assertion) is distinct from (old.decided_by, old.decision_assertion))
    or (old.status, new.status) not in (
      ('PROPOSED', 'APPROVED'), ('PROPOSED', 'SCHEDULED'), ('PROPOSED', 'APPLIED'), ('PROPOSED', 'REJECTED'), ('PROPOSED', 'EXPIRED'),
      ('APPROVED', 'SCHEDULED'), ('APPROVED', 'APPLIED'), ('SCHEDULED', 'APPLIED'), ('SCHEDULED', 'REJECTED'))
  then
    raise exception 'what was proposed is never changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger decided_only before update on operators.change_requests for each row execute function operators.keep_request();
create trigger never_deleted before delete or truncate on operators.change_requests
  for each statement execute function operators.refuse_change();

-- Versions of parameters, each by an approved request; version 1 is the one the program came with. Public.
create table operators.params (
  key text not null check (key in ('options')),
  version integer not null check (version > 1),
  -- JSON as it was proposed, and its SHA-256.
  value text not null check (length(value) <= 20000),
  hash bytea not null check (length(hash) = 32),
  reason text not null,
  request_id uuid not null unique references operators.change_requests,
  approved_at timestamptz not null,
  applies_at timestamptz not null,
  primary key (key, version),
  -- Nobody is surprised: a day between decision and effect.
  check (applies_at >= approved_at + interval '24 hours')
);
create trigger added_only before update or delete or truncate on operators.params
  for each statement execute function operators.refuse_change();

-- Customers who may not open new orders, and why. Withdrawals stay open.
create table operators.restrictions (
  customer_id uuid primary key references accounts.customers,
  reason text not null check (reason ~ '^[A-Z_]{3,40}$'),
  note text not null check (length(note) between 3 and 500),
  at timestamptz not null,
  operator_id uuid not null references operators.operators
);

-- What operators tell each other about a customer.
create table operators.notes (
  id uuid primary key,
  customer_id uuid not null references accounts.customers,
  operator_id uuid not null references operators.operators,
  at timestamptz not null,
  text text not null check (length(text) between 1 and 2000)
);
create index notes_by_customer on operators.notes (customer_id, at);

-- Who works on what, so that two do not do it twice. It guards nothing.
create table operators.claims (
  subject text primary key check (length(subject) between 1 and 120),
  operator_id uuid not null references operators.operators,
  ends_at timestamptz not null
);

-- The keys whose assertions count, and of whom: what the payout process checks approvals against.
create view operators.approvers as
  select p.credential_id, p.operator_id, o.name, p.public_key, p.origin,
    coalesce((select array_agg(r.role order by r.role) from operators.roles r where r.operator_id = o.id), '{}') as roles
  from operators.passkeys p join operators.operators o on o.id = p.operator_id where o.status = 'ACTIVE';

-- What a customer may know of who looked at or changed his account: the role, never the person.
create view operators.acts_on_customers as
  select seq, at, roles, act, reason, customer_id from operators.acts where customer_id is not null;

-- Restricts a customer, or lifts it. Answers the status before; refuses (P0001) one that is neither ACTIVE nor RESTRICTED.
create function operators.set_restriction(p_customer uuid, p_reason text, p_note text, p_operator uuid, p_at timestamptz) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_status text;
begin
  select c.status into v_status from accounts.customers c where c.id = p_customer for update;
  if v_status is null or v_status not in ('ACTIVE', 'RESTRICTED') then
    raise exception 'a customer who is % is not restricted', v_status using errcode = 'P0001';
  end if;
  if p_reason is null then
    delete from operators.restrictions r where r.customer_id = p_customer;
    update accounts.customers c set status = 'ACTIVE' where c.id = p_customer and c.status <> 'ACTIVE';
  else
    insert into operators.restrictions (customer_id, reason, note, at, operator_id)
    values (p_customer, p_reason, p_note, p_at, p_operator)
    on conflict (customer_id) do update
      set reason = excluded.reason, note = excluded.note, at = excluded.at, operator_id = excluded.operator_id;
    update accounts.customers c set status = 'RESTRICTED' where c.id = p_customer and c.status <> 'RESTRICTED';
  end if;
  return v_status;
end $$;

-- The approved request of a kind, held until the transaction ends; refuses (P0001) any that two persons have not signed.
create function operators.must_be_approved(p_request uuid, p_kind text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_request operators.change_requests;
begin
  select * into v_request from operators.change_requests q where q.id = p_request for update;
  if not found or v_request.kind <> p_kind or v_request.status <> 'APPROVED' or v_request.decided_by is null
    or v_request.decided_by = v_request.proposed_by
  then
    raise exception 'no approved % with this number', p_kind using errcode = 'P0001';
  end if;
  return v_request.payload::jsonb;
end $$;

-- Moves what an approved request says against the house's capital, by one entry under the request's number, and marks it
-- applied in the same transaction. Answers the entry.
create function operators.post_against_capital(
  p_request uuid, p_kind text, p_account text, p_asset text, p_amount text, p_at timestamptz) returns bigint
language plpgsql set search_path = '' as $$
declare
  v_capital bigint := (select id from ledger.accounts where name = 'house:capital');
  v_account bigint := (select id from ledger.accounts where name = p_account);
  v_asset ledger.assets;
  v_units numeric;
  v_entry bigint;
begin
  select * into strict v_asset from ledger.assets a where a.name = p_asset;
  v_units := p_amount::numeric * (10::numeric ^ v_asset.scale);
  if v_account is null or v_units = 0 or v_units <> trunc(v_units) or abs(v_units) > 9000000000000000 then
    raise exception 'amount or account of the request cannot be used' using errcode = 'P0001';
  end if;
  v_entry := ledger.post(p_kind, p_request, array[v_capital, v_account], array[v_asset.id, v_asset.id],
    array[-v_units::bigint, v_units::bigint], p_at);
  update operators.change_requests q set status = 'APPLIED', applied_at = p_at where q.id = p_request;
  return v_entry;
end $$;

-- A correction of one customer's balance that two persons signed; the customer sees the line.
create function operators.apply_adjustment(p_request uuid, p_at timestamptz) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  v_payload jsonb := operators.must_be_approved(p_request, 'adjustment');
begin
  if v_payload ->> 'asset' not in ('USDT', 'BTC', 'ETH') then
    raise exception 'only real money is adjusted' using errcode = 'P0001';
  end if;
  return operators.post_against_capital(p_request, 'adjustment', 'user:' || (v_payload ->> 'customerId'),
    v_payload ->> 'asset', v_payload ->> 'amount', p_at);
end $$;

-- More of the house's own capital for a reserve or for the inventory of conversions; never less, never to a customer.
create function operators.apply_top_up(p_request uuid, p_at timestamptz) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  v_payload jsonb := operators.must_be_approved(p_request, 'reserve.topUp');
begin
  if v_payload ->> 'account' not in ('reserve:options', 'house:inventory') or v_payload ->> 'asset' not in ('USDT', 'BTC', 'ETH')
    or v_payload ->> 'amount' like '-%'
  then
    raise exception 'not an account that is topped up' using errcode = 'P0001';
  end if;
  return operators.post_against_capital(p_request, 'reserve.topUp', v_payload ->> 'account',
    v_payload ->> 'asset', v_payload ->> 'amount', p_at);
end $$;

insert into ledger.accounts (name, opened_at) values ('house:inventory', now()) on conflict do nothing;

revoke all on all functions in schema operators from public;
grant execute on function
  operators.record_act, operators.set_restriction, operators.apply_adjustment, operators.apply_top_up to console;

grant select on all tables in schema operators to console;
grant insert, update on operators.operators to console;
grant insert, delete on operators.roles, operators.passkeys to console;
grant insert, update, delete on operators.sessions, operators.claims to console;
grant insert, delete on operators.answered_challenges to console;
grant insert, update on operators.change_requests to console;
grant insert on operators.params, operators.notes to console;
-- The customers' server shows parameters, each customer who looked at him, and seals the record.
grant select on operators.params, operators.acts_on_customers, operators.restrictions, operators.acts to api;
grant select on operators.approvers to payout;

insert into books.types values (4, 'acts', 'an act of an operator: who, what, to whom, why, before and after');
