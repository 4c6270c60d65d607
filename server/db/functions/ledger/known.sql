-- What earlier calls under these keys came to. outcome 3: the same ask before, ref is its result · 4: another ask.
create or replace function ledger.known(p_accounts bigint[], p_keys text[], p_requests bytea[], p_route smallint)
returns table (ord integer, outcome smallint, ref uuid)
language sql stable security definer set search_path = '' as $$
  select b.ord::int, case when k.request = b.request then 3::smallint else 4::smallint end, k.ref
  from unnest(p_accounts, p_keys, p_requests) with ordinality as b(account_id, key, request, ord)
  join ledger.keys k on k.account_id = b.account_id and k.key = b.key and k.route = p_route
$$;
