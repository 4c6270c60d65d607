-- What a customer's contracts of one account come to: 'open' how many are open or wait · 'staked' the margin of those accepted
-- since a time, without those that never opened · 'lost' what closed since a time took in all, with its fees and financing
-- (negative: a gain), and the margin and opening fee of what is open or waits, as if lost. An order that waits counts what its
-- leverage makes of its notional.
create or replace function contracts.spent(p_account bigint, p_asset smallint, p_what text, p_since timestamptz) returns bigint
language plpgsql volatile as $$
begin
  case p_what
  when 'open' then
    return (select count(*) from contracts.orders o where o.account_id = p_account and o.asset = p_asset)
      + (select count(*) from contracts.positions p where p.account_id = p_account and p.asset = p_asset);
  when 'staked' then
    return coalesce((select sum(h.margin) from contracts.history h
        where h.account_id = p_account and h.asset = p_asset and h.status = 'CLOSED' and h.accepted_at >= p_since), 0)
      + coalesce((select sum(p.margin) from contracts.positions p
        where p.account_id = p_account and p.asset = p_asset and p.accepted_at >= p_since), 0)
      + coalesce((select sum((o.notional + o.leverage - 1) / o.leverage) from contracts.orders o
        where o.account_id = p_account and o.asset = p_asset and o.accepted_at >= p_since), 0);
  when 'lost' then
    -- What the account could not pay of a loss belongs to no account, until it is repaid.
    return coalesce((select sum(h.fee_open + h.fee_close + h.financing - h.profit - h.short + h.repaid) from contracts.history h
        where h.account_id = p_account and h.asset = p_asset and h.status = 'CLOSED' and h.ended_at >= p_since), 0)
      + coalesce((select sum(p.margin + p.fee_open + p.financing) from contracts.positions p
        where p.account_id = p_account and p.asset = p_asset), 0)
      + coalesce((select sum((o.notional + o.leverage - 1) / o.leverage) from contracts.orders o
        where o.account_id = p_account and o.asset = p_asset), 0);
  end case;
end $$;
grant execute on function contracts.spent to api;
