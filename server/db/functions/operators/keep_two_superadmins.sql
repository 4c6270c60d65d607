-- Two superadmins who can sign are there after every change: every later one takes two. Changes that could leave fewer come
-- one after the other.
create or replace function operators.keep_two_superadmins() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_id uuid;
  v_was_able boolean;
begin
  if tg_table_name = 'operators' then
    v_id := old.id;
    v_was_able := exists (select from operators.roles r where r.operator_id = v_id and r.role = 'superadmin')
      and exists (select from operators.passkeys p where p.operator_id = v_id);
  else
    v_id := old.operator_id;
    v_was_able := exists (select from operators.operators o where o.id = v_id and o.status = 'ACTIVE')
      and (tg_table_name <> 'passkeys' or exists (select from operators.roles r where r.operator_id = v_id and r.role = 'superadmin'))
      and (tg_table_name <> 'roles' or exists (select from operators.passkeys p where p.operator_id = v_id));
  end if;
  if not v_was_able then return null; end if;
  perform pg_advisory_xact_lock(hashtextextended('two superadmins', 34));
  if (select count(*) from operators.operators o where o.status = 'ACTIVE'
      and exists (select from operators.roles r where r.operator_id = o.id and r.role = 'superadmin')
      and exists (select from operators.passkeys p where p.operator_id = o.id)) < 2
  then
    raise exception 'two superadmins have to be left' using errcode = 'check_violation', constraint = 'two_superadmins';
  end if;
  return null;
end $$;
