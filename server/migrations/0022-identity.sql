-- Who customers are. What they state is encrypted with a key of its own; the database itself sees that a person is verified
-- once, that two operators end an identification for good, and that nothing skips a step.
create schema kyc;
grant usage on schema kyc to api, console;

create table kyc.identifications (
  id uuid primary key,
  customer_id uuid not null references accounts.customers,
  -- The customer's forms in their order; the last one says where the customer stands.
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
  -- Country, kind and number of the document under a key outside the database: it tells equal from unequal and nothing else.
  document_hash bytea not null check (length(document_hash) = 32),
  front_file_id uuid not null,
  back_file_id uuid,
  holding_file_id uuid not null,
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
-- At most one form of a customer is looked at or holds.
create unique index one_of_a_customer on kyc.identifications (customer_id) where status in ('PENDING_REVIEW', 'VERIFIED');
-- A document verifies one customer.
create unique index one_of_a_document on kyc.identifications (document_hash) where status = 'VERIFIED';
create index identifications_by_document on kyc.identifications (document_hash);
create index identifications_waiting on kyc.identifications (due_at) where status = 'PENDING_REVIEW';
create index identifications_holding on kyc.identifications (doc_expiry) where status = 'VERIFIED';
create index identifications_with_pictures on kyc.identifications (decided_at) where pictures_erased_at is null;

-- What one operator asks and another decides: the end of an identification, or an appeal against it. A provider may ask too.
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
  -- The passkey's answer that the approval is.
  assertion jsonb,
  -- Two persons; or a provider and one.
  check (approver <> proposer),
  check ((proposer is null) <> (provider is null)),
  check ((outcome is null) = (approver is null) and (outcome is null) = (decided_at is null)),
  check (outcome is distinct from 'APPROVED' or assertion is not null),
  check ((kind = 'REJECT_FINAL') = (code is not null))
);
create unique index one_open_proposal on kyc.proposals (identification_id) where outcome is null;

-- Where a form lies with a provider.
create table kyc.provider_cases (
  identification_id uuid primary key references kyc.identifications,
  provider text not null check (provider in ('sumsub', 'veriff')),
  reference text not null check (length(reference) between 1 and 200),
  sent_at timestamptz not null,
  -- What the provider said last, without its own words.
  verdict text,
  heard_at timestamptz,
  unique (provider, reference)
);

create function kyc.moves_as_it_may() returns trigger language plpgsql as $$
declare
  v_kind text := case when new.status = 'REJECTED_FINAL' then 'REJECT_FINAL' when new.status = 'PENDING_REVIEW' then 'APPEAL' end;
begin
  if (new.id, new.customer_id, new.number, new.attempt, new.submitted_at, new.doc_type, new.doc_expiry, new.country,
      new.document_hash, new.sealed)
    is distinct from (old.id, old.customer_id, old.number, old.attempt, old.submitted_at, old.doc_type, old.doc_expiry,
      old.country, old.document_hash, old.sealed) then
    raise exception 'what a customer stated stays as it was';
  end if;
  if new.status = old.status then return new; end if;
  if (old.status, new.status) not in (
      ('PENDING_REVIEW', 'VERIFIED'), ('PENDING_REVIEW', 'RESUBMIT'), ('PENDING_REVIEW', 'REJECTED_FINAL'),
      ('VERIFIED', 'EXPIRED'), ('RESUBMIT', 'PENDING_REVIEW'), ('REJECTED_FINAL', 'PENDING_REVIEW')) then
    raise exception 'an identification does not go from % to %', old.status, new.status;
  end if;
  -- The proposal is decided in the same transaction, by another operator than the one who made it.
  if v_kind is not null and not exists (
      select from kyc.proposals p where p.identification_id = new.id and p.kind = v_kind and p.outcome = 'APPROVED'
        and p.approver = new.decided_by and p.decided_at = new.decided_at) then
    raise exception 'an identification goes to % by two persons', new.status;
  end if;
  return new;
end $$;
create trigger moves_as_it_may before update on kyc.identifications for each row execute function kyc.moves_as_it_may();

-- What the rest of the product knows of it: status and tier of the customer, and the verified country in place of the
-- declared one. It follows the customer's last form, whoever moved it.
create function kyc.tell_customer() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from kyc.identifications i where i.customer_id = new.customer_id and i.number > new.number) then
    return null;
  end if;
  update accounts.customers set
    kyc_status = new.status,
    tier = case when new.status = 'VERIFIED' then 'VERIFIED' else 'BASIC' end,
    country = case when new.status = 'VERIFIED' then new.country else country end
  where id = new.customer_id;
  return null;
end $$;
create trigger tell_customer after insert or update of status on kyc.identifications
  for each row execute function kyc.tell_customer();

-- Ends what a document no longer proves, and what belongs to an account that was closed: its owner may come back. Time alone
-- does it, never a person. Answers what ended, at most 500 at once.
create function kyc.expire_due(p_today date, p_at timestamptz) returns table (id uuid, customer_id uuid)
language sql security definer set search_path = '' as $$
  update kyc.identifications i set status = 'EXPIRED', decided_at = p_at, decided_by = null
  where i.id in (
    select v.id from kyc.identifications v join accounts.customers c on c.id = v.customer_id
    where v.status = 'VERIFIED' and (v.doc_expiry < p_today or c.status = 'CLOSED')
    order by v.doc_expiry limit 500 for update of v skip locked)
  returning i.id, i.customer_id
$$;

-- Pictures of documents are kept no longer than somebody may still ask about them: 90 days after a later form took the
-- place of theirs, and five years after the account was closed, which is what laws on money laundering ask for. Answers the
-- forms whose time is over, with the pictures that no other form still shows; at most 100 at once.
create function kyc.pictures_due(p_at timestamptz) returns table (id uuid, files uuid[])
language sql security definer set search_path = '' as $$
  select i.id, array(
      select f from unnest(array[i.front_file_id, i.back_file_id, i.holding_file_id]) f
      where f is not null and not exists (
        select from kyc.identifications j where j.id <> i.id and j.customer_id = i.customer_id
          and j.pictures_erased_at is null and f in (j.front_file_id, j.back_file_id, j.holding_file_id)))
  from kyc.identifications i join accounts.customers c on c.id = i.customer_id
  where i.pictures_erased_at is null and i.status <> 'PENDING_REVIEW' and (
    (i.decided_at < p_at - interval '90 days' and exists (
      select from kyc.identifications n where n.customer_id = i.customer_id and n.number > i.number))
    or (c.status = 'CLOSED' and c.closed_at < p_at - interval '5 years'))
  order by i.decided_at limit 100
$$;

revoke all on function kyc.expire_due, kyc.pictures_due from public;
grant execute on function kyc.expire_due to api;
grant execute on function kyc.pictures_due to console;

grant select, insert on kyc.identifications to api;
grant select on kyc.proposals to api;
grant select, insert on kyc.provider_cases to api;
grant select on kyc.identifications, kyc.proposals, kyc.provider_cases to console;
grant update (status, due_at, escalated_at, decided_at, decided_by, reasons, warned_at, key_id, wrapped_key,
  pictures_erased_at) on kyc.identifications to console;
grant insert on kyc.proposals to console;
grant update (approver, outcome, decided_at, assertion) on kyc.proposals to console;
grant update (verdict, heard_at) on kyc.provider_cases to console;
