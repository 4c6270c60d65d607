-- Who customers are. What they state is encrypted with a key of its own; the database itself sees that a person is verified
-- once, that two operators end an identification for good, and that nothing skips a step.

grant usage on schema kyc to api, console;

create table kyc.identifications (
  id uuid primary key,
  customer_id uuid not null references accounts.customers,
  -- The customer's forms in their order; the last one decides the customer's status.
  number integer not null check (number > 0),
  -- How often since the last verification.
  attempt smallint not null check (attempt between 1 and 5),
  status text not null default 'PENDING_REVIEW'
    check (status in ('PENDING_REVIEW', 'VERIFIED', 'RESUBMIT', 'REJECTED_FINAL', 'EXPIRED')),
  submitted_at timestamptz not null,
  due_at timestamptz not null,
  escalated_at timestamptz,
  decided_at timestamptz,
  -- Null where a provider decided, or time did.
  decided_by uuid,
  reasons jsonb not null default '[]',
  doc_type text not null check (doc_type in ('ID_CARD', 'PASSPORT', 'DRIVER_LICENCE')),
  doc_expiry date not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  -- Country, kind and number of the document under a key outside the database: it shows equality and nothing else.
  document_hash bytea not null check (length(document_hash) = 32),
  front_file_id uuid not null,
  back_file_id uuid,
  holding_file_id uuid not null,
  -- Further pictures that a reviewer requested, by the name of their field; and, once it is sent back, which are requested.
  further jsonb not null default '{}' check (jsonb_typeof(further) = 'object'),
  needs jsonb not null default '[]' check (jsonb_typeof(needs) = 'array'),
  -- Everything the customer stated.
  sealed bytea not null,
  key_id text not null check (key_id ~ '^[0-9a-f]{16}$'),
  wrapped_key bytea not null check (length(wrapped_key) = 60),
  -- When its customer was warned that the document ends.
  warned_at timestamptz,
  pictures_erased_at timestamptz,
  unique (customer_id, number),
  check ((doc_type = 'PASSPORT') = (back_file_id is null))
);
-- At most one form of a customer is under review or verified.
create unique index one_of_a_customer on kyc.identifications (customer_id) where status in ('PENDING_REVIEW', 'VERIFIED');
-- A document verifies one customer.
create unique index one_of_a_document on kyc.identifications (document_hash) where status = 'VERIFIED';
create index identifications_by_document on kyc.identifications (document_hash);
create index identifications_waiting on kyc.identifications (due_at) where status = 'PENDING_REVIEW';
create index identifications_holding on kyc.identifications (doc_expiry) where status = 'VERIFIED';
create index identifications_with_pictures on kyc.identifications (decided_at) where pictures_erased_at is null;
create trigger moves_as_it_may before update on kyc.identifications for each row execute function kyc.moves_as_it_may();
create trigger notify_customer after insert or update of status on kyc.identifications
  for each row execute function kyc.notify_customer();
grant select, insert on kyc.identifications to api;
grant select on kyc.identifications to console;
grant update (status, due_at, escalated_at, decided_at, decided_by, reasons, needs, key_id, wrapped_key, warned_at,
  pictures_erased_at) on kyc.identifications to console;

-- What one operator requests and another decides: the end of an identification, or an appeal against it. A provider may propose one too.
create table kyc.proposals (
  id uuid primary key,
  identification_id uuid not null references kyc.identifications,
  kind text not null check (kind in ('REJECT_FINAL', 'APPEAL')),
  code text check (code in ('TAMPERING_SUSPECTED', 'DUPLICATE_IDENTITY', 'UNDERAGE', 'SANCTIONS')),
  reason text not null check (length(reason) between 3 and 500),
  proposer uuid,
  provider text,
  proposed_at timestamptz not null,
  approver uuid,
  outcome text check (outcome in ('APPROVED', 'REJECTED')),
  decided_at timestamptz,
  -- The passkey's assertion of the approval.
  assertion jsonb,
  -- Two persons; or a provider and one.
  check (approver <> proposer),
  check ((proposer is null) <> (provider is null)),
  check ((outcome is null) = (approver is null) and (outcome is null) = (decided_at is null)),
  check (outcome is distinct from 'APPROVED' or assertion is not null),
  check ((kind = 'REJECT_FINAL') = (code is not null))
);
create unique index one_open_proposal on kyc.proposals (identification_id) where outcome is null;
grant select on kyc.proposals to api;
grant select, insert on kyc.proposals to console;
grant update (approver, outcome, decided_at, assertion) on kyc.proposals to console;

-- The status of a form with a provider.
create table kyc.provider_cases (
  identification_id uuid primary key references kyc.identifications,
  provider text not null check (provider in ('sumsub', 'veriff')),
  reference text not null check (length(reference) between 1 and 200),
  sent_at timestamptz not null,
  -- The provider's last verdict, without its text.
  verdict text,
  -- Why, in our reason codes.
  reasons jsonb not null default '[]',
  verdict_at timestamptz,
  unique (provider, reference)
);
grant select, insert on kyc.provider_cases to api;
grant select on kyc.provider_cases to console;
grant update (verdict, reasons, verdict_at) on kyc.provider_cases to console;

-- A reviewer's mark of each field: it agrees with the document, or why not. One mark a reviewer and field, the last one.
create table kyc.field_checks (
  identification_id uuid not null references kyc.identifications,
  field text not null check (length(field) <= 40),
  operator_id uuid not null,
  operator_name text not null,
  -- Null: confirmed.
  code text check (code ~ '^[A-Z_]{3,40}$'),
  at timestamptz not null,
  primary key (identification_id, field, operator_id)
);
grant select, insert, update, delete on kyc.field_checks to console;
