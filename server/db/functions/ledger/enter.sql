-- Writes entries whose balances the caller has moved in the same transaction: [{"kind", "ref", "owner", "asset",
-- "accounts": [], "amounts": [], "seq"}], each of one asset; `seq` where the caller drew its number (ledger.next_entry).
create or replace function ledger.enter(p_entries jsonb, p_at timestamptz) returns void
language sql set search_path = '' as $$
  insert into ledger.entries (seq, at, kind, ref, owner, accounts, assets, amounts)
  select coalesce((e.item ->> 'seq')::bigint, ledger.next_entry()), p_at, e.item ->> 'kind', (e.item ->> 'ref')::uuid,
    (e.item ->> 'owner')::bigint, l.accounts,
    array_fill((e.item ->> 'asset')::smallint, array[cardinality(l.accounts)]), l.amounts
  from jsonb_array_elements(p_entries) with ordinality e(item, ord), lateral (
    select array(select a::bigint from jsonb_array_elements_text(e.item -> 'accounts') with ordinality x(a, n) order by n) as accounts,
      array(select m::bigint from jsonb_array_elements_text(e.item -> 'amounts') with ordinality x(m, n) order by n) as amounts) l
  order by e.ord
$$;
