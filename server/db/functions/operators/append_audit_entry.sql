-- The only function that writes the audit log. It takes the next number under a lock that lasts to the end of the transaction, so that
-- numbers are in the order of commits and a rolled-back act leaves no gap.
create or replace function operators.append_audit_entry(
  p_at bigint, p_operator uuid, p_name text, p_roles text[], p_act operators.audited_act)
returns bigint language plpgsql security definer set search_path = '' as $$
declare
  v_seq bigint;
begin
  lock table operators.acts in share row exclusive mode;
  select coalesce(max(a.seq), 0) + 1 into v_seq from operators.acts a;
  insert into operators.acts (seq, at, operator_id, operator_name, roles, act, subject, customer_id, reason, before, after)
  values (v_seq, p_at, p_operator, p_name, p_roles, p_act.act, p_act.subject, p_act.customer_id, p_act.reason,
    p_act.before, p_act.after);
  return v_seq;
end $$;
grant execute on function operators.append_audit_entry to console;
