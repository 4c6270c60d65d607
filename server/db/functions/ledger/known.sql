-- Returns earlier results of calls under these keys. Outcomes: `repeated`, ref is the result of the same request · `key_reused` for
-- another request.
create or replace function ledger.known(p_accounts bigint[], p_calls ledger.call_keys)
returns table (ord integer, outcome text, ref uuid)
language sql stable security definer set search_path = '' set enable_seqscan = off as $$
  select b.ord::int, case when k.request = b.request then 'repeated' else 'key_reused' end, k.ref
  from unnest(p_accounts, p_calls.keys, p_calls.requests) with ordinality as b(account_id, key, request, ord)
  -- The limit keeps the order of the join: a plan made while there were few keys would read all of them for each batch later.
  cross join lateral (
    select k.request, k.ref from ledger.keys k
    where k.account_id = b.account_id and k.key = b.key and k.route = p_calls.route limit 1) k
$$;
