-- What a customer's orders of one account come to: 'open' how many run now · 'staked' the stakes accepted since a time,
-- without those that were void · 'lost' what settled since a time took in all, with what is still at stake (negative:
-- a gain). An order settles within eight days of its acceptance, also after a long downtime.
create or replace function options.spent(p_account bigint, p_asset smallint, p_what text, p_since timestamptz) returns bigint
language plpgsql volatile as $$
begin
  case p_what
  when 'open' then
    return (select count(*) from options.open_orders o where o.account_id = p_account and o.asset = p_asset);
  when 'staked' then
    return coalesce((select sum(o.stake) from options.orders o
        where o.account_id = p_account and o.id >= options.first_id(p_since) and o.asset = p_asset
          and o.accepted_at >= p_since and o.status <> 'VOID'), 0)
      + coalesce((select sum(o.stake) from options.open_orders o
        where o.account_id = p_account and o.asset = p_asset and o.accepted_at >= p_since), 0);
  when 'lost' then
    return coalesce((select -sum(o.gain) from options.orders o
        where o.account_id = p_account and o.id >= options.first_id(p_since - interval '8 days') and o.asset = p_asset
          and o.settled_at >= p_since), 0)
      + coalesce((select sum(o.stake) from options.open_orders o where o.account_id = p_account and o.asset = p_asset), 0);
  end case;
end $$;
grant execute on function options.spent to api;
