-- What earlier calls under these keys came to. outcome 3: the same ask before, ref is its result · 4: another ask.
create or replace function ledger.known(p_accounts bigint[], p_keys text[], p_asks bytea[], p_route smallint)
returns table (ord integer, outcome smallint, ref uuid)
language sql stable security definer set search_path = '' as $$
  select b.ord::int, case when k.ask = b.ask then 3::smallint else 4::smallint end, k.ref
  from unnest(p_accounts, p_keys, p_asks) with ordinality as b(account_id, key, ask, ord)
  join ledger.keys k on k.account_id = b.account_id and k.key = b.key and k.route = p_route
$$;
