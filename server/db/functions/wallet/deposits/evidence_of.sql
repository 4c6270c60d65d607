-- On what an operator may approve a deposit: 'CHAIN' shows it; the 'PROOF' was opened by this very operator, for this deposit where
-- one picture was sent with several; 'NONE_SENT':
-- an operator recorded coins that came without a form, so there is none to open. Null: the proof is unopened.
create or replace function wallet.evidence_of(p_deposit uuid, p_operator uuid) returns text
language sql stable security definer set search_path = '' as $$
  select case when exists (select from wallet.seen_of(d.id) s where s.height is not null) then 'CHAIN'
    when exists (select from files.views v where v.file_id = d.proof_file_id and v.operator_id = p_operator
      and (v.at >= d.created_at or d.source = 'OPERATOR')) then 'PROOF'
    when d.source = 'OPERATOR' and d.proof_file_id is null then 'NONE_SENT' end
  from wallet.deposits d where d.id = p_deposit
$$;
grant execute on function wallet.evidence_of to console;
