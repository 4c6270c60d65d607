-- Fields of a form that an operator has not confirmed himself since its review began, or that a colleague refused after him.
create or replace function kyc.unchecked(p_form uuid, p_operator uuid) returns text[] language sql stable as $$
  select coalesce(array_agg(w.field order by w.field), '{}')
  from kyc.identifications i, lateral (
    select unnest(array['firstName', 'lastName', 'birthDate', 'sex', 'country', 'address', 'contact', 'docType', 'docNumber',
      'docExpiry', 'frontFileId', 'holdingFileId']) as field
    union all select 'backFileId' where i.back_file_id is not null
    union all select f.key from jsonb_each(i.further) f) w
  where i.id = p_form and not exists (
    select from kyc.field_checks c
    where c.identification_id = i.id and c.field = w.field and c.operator_id = p_operator and c.code is null
      and c.at >= coalesce(i.decided_at, i.submitted_at)
      and not exists (select from kyc.field_checks d where d.identification_id = i.id and d.field = w.field
        and d.operator_id <> p_operator and d.code is not null and d.at >= c.at))
$$;
grant execute on function kyc.unchecked to console;
