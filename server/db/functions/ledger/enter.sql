-- Writes entries whose balances the caller has moved in the same transaction, in their order.
create or replace function ledger.enter(p_entries ledger.new_entry[], p_at timestamptz) returns void
language sql set search_path = '' as $$
  insert into ledger.entries (seq, at, kind, ref, owner, accounts, assets, amounts)
  select coalesce(e.seq, ledger.next_entry()), p_at, e.kind, e.ref, e.owner, e.accounts, e.assets, e.amounts
  from unnest(p_entries) with ordinality as e(seq, kind, ref, owner, accounts, assets, amounts, ord)
  order by e.ord
$$;
