-- An operator rejects an application by a reason of the closed list. Returns whether it was under review.
create or replace function loans.reject(p_id uuid, p_operator uuid, p_reason text, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if not operators.has_role(p_operator, array['finance1', 'finance2']) then return false; end if;
  update loans.loans l set status = 'REJECTED', reason_code = p_reason, moved_at = p_at, decided_at = p_at, ended_at = p_at
  where l.id = p_id and l.status = 'PENDING_REVIEW';
  return found;
end $$;
grant execute on function loans.reject to console;
