-- Ends an announced adjustment that takes nothing: what it would have taken of its entry is free for another one.
create or replace function operators.end_debit(p_debit operators.debits, p_status text, p_at timestamptz) returns text
language plpgsql set search_path = '' as $$
begin
  update operators.debits d set status = p_status, ended_at = p_at where d.request_id = p_debit.request_id;
  update operators.entry_debits t set taken = t.taken - p_debit.units
  where t.entry_seq = p_debit.entry_seq and t.account_id = p_debit.account_id and t.asset = p_debit.asset;
  update operators.change_requests q set status = 'REJECTED' where q.id = p_debit.request_id;
  return lower(p_status);
end $$;
