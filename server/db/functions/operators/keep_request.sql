create or replace function operators.keep_request() returns trigger language plpgsql as $$
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
