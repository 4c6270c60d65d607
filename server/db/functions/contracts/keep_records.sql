-- Writes a batch of signed records; nothing where it has none.
create or replace function contracts.keep_records(p_records contracts.signed_records) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if coalesce(cardinality(p_records.orders), 0) = 0 then return; end if;
  insert into contracts.batches (id, key_id, root, signature, leaves)
  values (p_records.id, p_records.key_id, p_records.root, p_records.signature, p_records.leaves);
  insert into contracts.records (account_id, order_id, body, batch_id, batch_index)
  select r.account_id, r.order_id, r.body, p_records.id, r.ord - 1
  from unnest(p_records.accounts, p_records.orders, string_to_array(p_records.bodies, e'\n')) with ordinality r(account_id, order_id, body, ord)
  order by r.ord;
end $$;
grant execute on function contracts.keep_records to api;
