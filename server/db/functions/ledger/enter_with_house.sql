-- Writes entries of one kind between customers and accounts of the house whose balances the caller has moved in the same
-- transaction, in their order. A batch of ledger.new_entry states the same and takes twice the time, for its arrays in arrays.
create or replace function ledger.enter_with_house(p_entries ledger.house_entries, p_at timestamptz) returns void
language sql set search_path = '' as $$
  insert into ledger.entries (seq, at, kind, ref, owner, accounts, assets, amounts)
  select coalesce(e.seq, ledger.next_entry()), p_at, (p_entries).kind, e.ref, e.owner,
    case when e.third is null then array[e.owner, h.house[1], h.house[2]]
      else array[e.owner, h.house[1], h.house[2], h.house[3]] end,
    case when e.third is null then array[e.asset, e.asset, e.asset] else array[e.asset, e.asset, e.asset, e.asset] end,
    case when e.third is null then array[e.amount, e.first, e.second] else array[e.amount, e.first, e.second, e.third] end
  from (select (p_entries).house) h, unnest((p_entries).seqs, (p_entries).refs, (p_entries).owners, (p_entries).assets,
    (p_entries).amounts, (p_entries).first, (p_entries).second, (p_entries).third)
    with ordinality as e(seq, ref, owner, asset, amount, first, second, third, ord)
  order by e.ord
$$;
