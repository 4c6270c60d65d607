-- Of the calls at some positions those that exceed a spend limit, each with the position of the first such limit. Their
-- customers' balances are locked, so two orders cannot both pass.
-- `p_spend_limits`: [{"ord": position of the call, "spendLimits": [[what, since, max]]}].
create or replace function options.beyond(
  p_go integer[], p_spend_limits jsonb, p_accounts bigint[], p_assets smallint[], p_stakes bigint[])
returns table (ord integer, spend_limit integer) language sql volatile as $$
  select distinct on (c.ord) c.ord, c.position::int
  from (select (call ->> 'ord')::int as ord, one.spend_limit, one.position
        from jsonb_array_elements(p_spend_limits) call,
          jsonb_array_elements(call -> 'spendLimits') with ordinality one(spend_limit, position)
       ) c
  where c.ord = any (p_go)
    and safeguards.spent(p_accounts[c.ord], p_assets[c.ord], c.spend_limit ->> 0, (c.spend_limit ->> 1)::timestamptz)
      + case c.spend_limit ->> 0 when 'open' then 1 else p_stakes[c.ord] end > (c.spend_limit ->> 2)::bigint
  order by c.ord, c.position
$$;
