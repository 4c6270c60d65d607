-- Returns earlier results of calls under these keys. Outcomes: `repeated`, ref is the result of the same request · `key_reused` for
-- another request.
create or replace function ledger.known(p_accounts bigint[], p_calls ledger.call_keys)
returns table (ord integer, outcome text, ref uuid)
-- A plan that was made while there were few keys must not read all of them later: each is looked up.
language sql stable security definer set search_path = '' set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  select b.ord::int, case when k.request = b.request then 'repeated' else 'key_reused' end, k.ref
  from unnest(p_accounts, p_calls.keys, p_calls.requests) with ordinality as b(account_id, key, request, ord)
  join ledger.keys k on k.account_id = b.account_id and k.key = b.key and k.route = p_calls.route
$$;
