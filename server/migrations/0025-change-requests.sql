-- What one operator asks and another decides, and what the decision of both then does: new parameters, a correction of one
-- customer's balance, more of the house's own capital for a reserve.

-- The payload never changes; who asked is never who decided.
create table operators.change_requests (
  id uuid primary key,
  kind text not null check (kind in (
    'role.grant', 'role.revoke', 'operator.invite', 'operator.end', 'params', 'adjustment', 'reserve.topUp',
    'customer.hold', 'customer.release', 'withdrawal.limit')),
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

-- What a customer reads of a correction of his balance.
create view operators.adjustment_lines as
  select q.id, q.payload::jsonb ->> 'line' as line, q.payload::jsonb ->> 'reasonCode' as reason_code
  from operators.change_requests q where q.kind = 'adjustment' and q.status = 'APPLIED';

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

revoke all on all functions in schema operators from public;
grant execute on function operators.apply_adjustment, operators.apply_top_up to console;
grant select on operators.change_requests, operators.params to console;
grant insert, update on operators.change_requests to console;
grant insert on operators.params to console;
grant select on operators.params, operators.adjustment_lines to api;
