-- Whoever runs code as the role `console` could write an operator, a role and a passkey of his own making, and sign with it
-- what the payout believes. A key and a role count there a day after the database itself has written down that they came,
-- as a new address does, and no key comes without its line in the record.

alter table operators.passkeys add column recorded_at timestamptz;
alter table operators.roles add column recorded_at timestamptz;
update operators.passkeys set recorded_at = created_at;
update operators.roles set recorded_at = since;
alter table operators.passkeys alter column recorded_at set not null, alter column recorded_at set default wallet.product_time();
alter table operators.roles alter column recorded_at set not null, alter column recorded_at set default wallet.product_time();

-- When they came is nobody's to say.
revoke insert on operators.passkeys, operators.roles from console;
grant insert (id, operator_id, credential_id, public_key, origin, name, created_at) on operators.passkeys to console;
grant insert (operator_id, role, since) on operators.roles to console;

-- From when on the word of a key counts where money is paid out.
create or replace view operators.approvers as
  select p.credential_id, p.operator_id, o.name, p.public_key, p.origin,
    coalesce((select array_agg(r.role order by r.role) from operators.roles r where r.operator_id = o.id), '{}') as roles,
    greatest(p.recorded_at, (select max(r.recorded_at) from operators.roles r
      where r.operator_id = o.id and r.role in ('finance1', 'finance2'))) + interval '24 hours' as counts_from
  from operators.passkeys p join operators.operators o on o.id = p.operator_id where o.status = 'ACTIVE';

-- A software authenticator of a sandbox stands for no page and signs for nobody's money: it comes and goes with its folder.
create function operators.note_passkey() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform operators.record_act((extract(epoch from new.recorded_at) * 1000)::bigint, new.operator_id, o.name,
    array(select r.role from operators.roles r where r.operator_id = o.id order by r.role), 'operator.passkey',
    'operator:' || o.id, null, 'a passkey came', null,
    jsonb_build_object('credentialId', translate(encode(new.credential_id, 'base64'), E'+/=\n', '-_'), 'page', new.origin)::text)
  from operators.operators o where o.id = new.operator_id;
  return null;
end $$;
create trigger noted after insert on operators.passkeys for each row when (new.origin is not null)
  execute function operators.note_passkey();
revoke all on function operators.note_passkey from public;
