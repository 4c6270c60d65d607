-- SHA-256 of the written form of an approval's payload (`proofs/src/approval.ts`): the challenge that a passkey signs.
create or replace function operators.payload_hash(p_act text, p_subject text, p_names text[], p_values text[]) returns bytea
language sql immutable set search_path = '' as $$
  select sha256(convert_to('l4;' || string_agg(item, '' order by n), 'UTF8'))
  from (
    select n, 't' || octet_length(part) || ':' || part as item
    from unnest(array['evenhand-approval/1', p_act, p_subject]) with ordinality as head(part, n)
    union all
    select 4, 'l' || cardinality(p_names) || ';'
    union all
    select 4 + n, 'l2;t' || octet_length(name) || ':' || name || 't' || octet_length(value) || ':' || value
    from unnest(p_names, p_values) with ordinality as field(name, value, n)) items
$$;
