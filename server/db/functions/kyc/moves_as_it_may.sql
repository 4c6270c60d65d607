create or replace function kyc.moves_as_it_may() returns trigger language plpgsql as $$
declare
  v_kind text := case when new.status = 'REJECTED_FINAL' then 'REJECT_FINAL' when new.status = 'PENDING_REVIEW' then 'APPEAL' end;
begin
  if (new.id, new.customer_id, new.number, new.attempt, new.submitted_at, new.doc_type, new.doc_expiry, new.country,
      new.document_hash, new.further, new.sealed)
    is distinct from (old.id, old.customer_id, old.number, old.attempt, old.submitted_at, old.doc_type, old.doc_expiry,
      old.country, old.document_hash, old.further, old.sealed) then
    raise exception 'what a customer stated stays as it was';
  end if;
  if new.status = old.status then return new; end if;
  if (old.status, new.status) not in (
      ('PENDING_REVIEW', 'VERIFIED'), ('PENDING_REVIEW', 'RESUBMIT'), ('PENDING_REVIEW', 'REJECTED_FINAL'),
      ('VERIFIED', 'EXPIRED'), ('RESUBMIT', 'PENDING_REVIEW'), ('REJECTED_FINAL', 'PENDING_REVIEW')) then
    raise exception 'an identification does not go from % to %', old.status, new.status;
  end if;
  -- An operator verifies what he has confirmed field by field; a provider confirms in its own way.
  if new.status = 'VERIFIED' and new.decided_by is not null and kyc.unchecked(new.id, new.decided_by) <> '{}' then
    raise exception 'an identification is verified field by field';
  end if;
  -- The proposal is decided in the same transaction, by another operator than the one who made it.
  if v_kind is not null and not exists (
      select from kyc.proposals p where p.identification_id = new.id and p.kind = v_kind and p.outcome = 'APPROVED'
        and p.approver = new.decided_by and p.decided_at = new.decided_at) then
    raise exception 'an identification goes to % by two persons', new.status;
  end if;
  return new;
end $$;
