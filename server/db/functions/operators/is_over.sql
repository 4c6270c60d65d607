-- Whether an assertion is of a passkey of this operator, who is active and has one of the roles, over exactly this hash. The
-- signature itself is checked by the server, which has the key's algorithm.
create or replace function operators.is_over(p_operator uuid, p_assertion jsonb, p_hash bytea, p_roles text[]) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  v_client text := translate(p_assertion ->> 'clientDataJSON', '-_', '+/');
  v_credential text := translate(p_assertion ->> 'credentialId', '-_', '+/');
begin
  return exists (select from operators.operators o join operators.roles r on r.operator_id = o.id
      join operators.passkeys k on k.operator_id = o.id
    where o.id = p_operator and o.status = 'ACTIVE' and r.role = any (p_roles)
      and k.credential_id = decode(rpad(v_credential, (length(v_credential) + 3) / 4 * 4, '='), 'base64'))
    and convert_from(decode(rpad(v_client, (length(v_client) + 3) / 4 * 4, '='), 'base64'), 'UTF8')::jsonb ->> 'challenge'
      = translate(encode(p_hash, 'base64'), '+/=', '-_');
end $$;
