-- Writes the leaves of a tree: what every customer held right after an entry, in an order drawn at random, each under a salt
-- of its own. Who held more of an asset than `p_split` has it in parts drawn at random, `p_parts` of them at most, so that a
-- neighbour's path shows no large balance. Returns how many leaves there are.
create or replace function liabilities.draw_leaves(
  p_tree bigint, p_entry bigint, p_assets smallint[], p_split bigint[], p_parts integer) returns integer
language plpgsql set search_path = '' as $$
declare
  v_leaves integer;
begin
  insert into liabilities.leaves (tree, position, customer_id, salt, sums)
  with owned as materialized (
    select c.customer_id, c.sums,
      (select greatest(1, least(p_parts, max(ceil(one.units::numeric / one.split))))::integer
        from unnest(c.sums, p_split) as one(units, split)) as parts
    from ledger.customer_sums(p_entry, p_assets) c),
  part as (
    select o.customer_id, o.sums from owned o where o.parts = 1
    union all
    select o.customer_id, array_agg(portion.units order by asset.position)
    from owned o, unnest(o.sums) with ordinality as asset(units, position),
      lateral (
        -- Cuts of the whole in rising order, the last at its end: parts are what lies between two of them.
        select cut.nth, cut.at - lag(cut.at, 1, 0::bigint) over (order by cut.nth) as units
        from (
          select row_number() over (order by draw.share) as nth,
            case when row_number() over (order by draw.share) = o.parts then asset.units
              else floor(asset.units * draw.share::numeric)::bigint end as at
          from (select random() as share from generate_series(1, o.parts)) draw) cut) portion
    where o.parts > 1
    group by o.customer_id, portion.nth)
  select p_tree, row_number() over (order by gen_random_uuid()) - 1, part.customer_id, uuid_send(gen_random_uuid()), part.sums
  from part;
  get diagnostics v_leaves = row_count;
  return v_leaves;
end $$;
grant execute on function liabilities.draw_leaves to api;
