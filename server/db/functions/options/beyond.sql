-- Of the calls that were just counted into what their customers have open, those that go beyond a ceiling, each with the
-- place of the first such ceiling. Their customers' rows are locked by the counting, so two orders never pass by each
-- other. `p_ceilings`: [{"ord": place of the call, "ceilings": [[what, since, most]]}].
create or replace function options.beyond(
  p_counted integer[], p_ceilings jsonb, p_accounts bigint[], p_assets smallint[], p_stakes bigint[])
returns table (ord integer, ceiling integer) language sql volatile as $$
  select distinct on (c.ord) c.ord, c.place::int
  from (select (call ->> 'ord')::int as ord, one.ceiling, one.place
        from jsonb_array_elements(p_ceilings) call, jsonb_array_elements(call -> 'spendLimits') with ordinality one(ceiling, place)
       ) c
  where c.ord = any (p_counted)
    and options.spent(p_accounts[c.ord], p_assets[c.ord], c.ceiling ->> 0, (c.ceiling ->> 1)::timestamptz)
      + case c.ceiling ->> 0 when 'staked' then p_stakes[c.ord] else 0 end > (c.ceiling ->> 2)::bigint
  order by c.ord, c.place
$$;
