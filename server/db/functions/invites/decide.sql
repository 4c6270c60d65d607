-- Decides an open review: released, what was held is paid on the next Monday; refused, everything of this customer that is not
-- paid is void, and later fees earn nothing. Outcomes: `done` · `missing` · `decided` before.
create or replace function invites.decide(p_id uuid, p_status text, p_by uuid, p_reason text, p_now timestamptz, out outcome text)
language plpgsql security definer set search_path = '' as $$
declare
  v_review invites.reviews;
begin
  perform pg_advisory_xact_lock(hashtextextended('invites.fees', 0));
  select * into v_review from invites.reviews v where v.id = p_id for update;
  if not found then outcome := 'missing'; return; end if;
  if v_review.status <> 'OPEN' then outcome := 'decided'; return; end if;
  update invites.reviews v set status = p_status, decided_at = p_now, decided_by = p_by, reason = p_reason where v.id = p_id;
  if p_status = 'REFUSED' then
    update invites.rewards r set status = 'VOIDED', review_id = p_id
    where r.invitee_id = v_review.invitee_id and r.status in ('ACCRUED', 'HELD');
  end if;
  outcome := 'done';
end $$;
grant execute on function invites.decide to console;
