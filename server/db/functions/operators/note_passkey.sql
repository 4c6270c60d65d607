-- No key is added without its row in the audit log. A software authenticator of a sandbox belongs to no page and signs for
-- no money: it lasts as long as its folder.
create or replace function operators.note_passkey() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform operators.append_audit_entry((extract(epoch from new.recorded_at) * 1000)::bigint, new.operator_id, o.name,
    array(select r.role from operators.roles r where r.operator_id = o.id order by r.role),
    row('operator.passkey', 'operator:' || o.id, null, 'a passkey came', null, jsonb_build_object('credentialId',
      translate(encode(new.credential_id, 'base64'), E'+/=\n', '-_'), 'page', new.origin,
      'publicKey', encode(sha256(new.public_key), 'hex'))::text)::operators.new_audit_entry)
  from operators.operators o where o.id = new.operator_id;
  return null;
end $$;
