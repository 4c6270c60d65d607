-- Moves what closings come to on the side of the house: the reserve is covered by the house's capital where it holds too
-- little, since what a customer won is owed. The caller writes the entries.
create or replace function contracts.move_house(p_closed contracts.closed_batch, p_at timestamptz) returns void
language plpgsql set search_path = '' as $$
declare
  v_reserve bigint := ledger.account_named('reserve:contracts');
  v_of record;
begin
  for v_of in
    select g.asset, sum(g.reserve + g.repaid)::bigint as reserve, sum(g.revenue)::bigint as revenue,
      sum(g.rounding)::bigint as rounding, min(g.child::text)::uuid as ref
    from unnest(p_closed.assets, p_closed.children, p_closed.reserves, p_closed.revenues, p_closed.roundings, p_closed.repaid)
      g(asset, child, reserve, revenue, rounding, repaid)
    group by 1 order by 1
  loop
    perform ledger.cover_reserve(v_reserve, v_of.asset, -v_of.reserve, v_of.ref, p_at);
    perform ledger.credit_house(v_reserve, v_of.asset, v_of.reserve),
      ledger.credit_house(ledger.account_named('revenue:contracts'), v_of.asset, v_of.revenue),
      ledger.credit_house(ledger.account_named('rounding'), v_of.asset, v_of.rounding);
  end loop;
end $$;
