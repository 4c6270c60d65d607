-- What one operator proposes and another decides: parameters, corrections of a balance, more of the house's capital for a
-- reserve.

-- The payload never changes; who requested it is never who decided.
create table operators.change_requests (
  id uuid primary key,
  kind text not null check (kind in (
    'role.grant', 'role.revoke', 'operator.invite', 'operator.end', 'operator.networks', 'params', 'adjustment', 'reserve.topUp',
    'customer.hold', 'customer.holdReview', 'customer.release', 'customer.restrict', 'withdrawal.limit',
    'instrument.listing', 'plan.product', 'plan.state')),
  -- JSON as it was requested, and the hash that both passkeys signed.
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
create trigger decided_only before update on operators.change_requests for each row execute function operators.keep_request();
create trigger never_deleted before delete or truncate on operators.change_requests
  for each statement execute function kernel.refuse_change();
grant select, insert, update on operators.change_requests to console;

-- Versions of parameters, each by an approved request; version 1 is the one the program came with. Public.
create table operators.params (
  key text not null check (key in ('options', 'contracts', 'adjustments', 'credits', 'resale')),
  version integer not null check (version > 1),
  -- JSON as it was proposed, and its SHA-256.
  value text not null check (length(value) <= 20000),
  hash bytea not null check (length(hash) = 32),
  reason text not null,
  request_id uuid not null unique references operators.change_requests,
  approved_at timestamptz not null,
  applies_at timestamptz not null,
  primary key (key, version),
  -- A day's notice between decision and effect.
  check (applies_at >= approved_at + interval '24 hours')
);
create trigger added_only before update or delete or truncate on operators.params
  for each statement execute function kernel.refuse_change();
grant select on operators.params to api;
grant select, insert on operators.params to console;

-- What a customer reads of a correction of his balance.
create view operators.adjustment_lines as
  select q.id, q.payload::jsonb ->> 'line' as line, q.payload::jsonb ->> 'reasonCode' as reason_code
  from operators.change_requests q where q.kind = 'adjustment' and q.status = 'APPLIED';
grant select on operators.adjustment_lines to api;

-- Every adjustment that was carried out, for the public sums: whose it was is not in it.
create view operators.applied_adjustments as
  select q.id, q.payload::jsonb ->> 'asset' as asset, (q.payload::jsonb ->> 'amount')::numeric as amount, q.applied_at
  from operators.change_requests q where q.kind = 'adjustment' and q.status = 'APPLIED';
grant select on operators.applied_adjustments to api;
