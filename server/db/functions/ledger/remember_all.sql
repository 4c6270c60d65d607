-- Stores the results of calls of one route, an item a call in each array; one without a key, or whose key is taken, is left
-- out.
create or replace function ledger.remember_all(
  p_accounts bigint[], p_keys text[], p_route text, p_requests bytea[], p_refs uuid[], p_ats timestamptz[]) returns void
language sql set search_path = '' as $$
  insert into ledger.keys (account_id, key, route, request, ref, at)
  select c.account_id, c.key, p_route, c.request, c.ref, c.at
  from unnest(p_accounts, p_keys, p_requests, p_refs, p_ats) c(account_id, key, request, ref, at)
  where c.key is not null order by 1, 2
  on conflict do nothing
$$;
