-- The only function that writes the audit log. It takes the next number under a lock that lasts to the end of the transaction, so that
-- numbers are in the order of commits and a rolled-back operation leaves no gap.
create or replace function operators.append_audit_entry(
  p_at bigint, p_operator uuid, p_name text, p_roles text[], p_entry operators.new_audit_entry)
returns bigint language plpgsql security definer set search_path = '' as $$
declare
  v_seq bigint;
begin
  lock table operators.audit_entries in share row exclusive mode;
  select coalesce(max(a.seq), 0) + 1 into v_seq from operators.audit_entries a;
  insert into operators.audit_entries (seq, at, operator_id, operator_name, roles, act, subject, customer_id, reason, before, after)
  values (v_seq, p_at, p_operator, p_name, p_roles, p_entry.act, p_entry.subject, p_entry.customer_id, p_entry.reason,
    p_entry.before, p_entry.after);
  return v_seq;
end $$;
grant execute on function operators.append_audit_entry to console;
