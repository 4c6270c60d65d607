-- Writes leaves of a tree: what customers with accounts after `p_after` up to and including `p_upto` held right after an entry,
-- each leaf under a salt of its own, which is also its place among all. Who held more of an asset than `p_draw.split` has it in
-- parts drawn at random, `p_draw.parts` of them at most, so that a neighbour's path shows no large balance. Returns how many.
create or replace function liabilities.draw_leaves(p_tree bigint, p_draw liabilities.draw, p_after bigint, p_upto bigint) returns integer
language plpgsql set search_path = '' as $$
declare
  v_leaves integer;
begin
  insert into liabilities.leaves (tree, customer_id, salt, sums)
  with owned as materialized (
    select c.customer_id, c.sums,
      (select greatest(1, least(p_draw.parts, max(ceil(one.units::numeric / one.split))))::integer
        from unnest(c.sums, p_draw.split) as one(units, split)) as parts
    from ledger.customer_sums(p_draw.entry, p_draw.assets, p_after, p_upto) c),
  part as (
    select o.customer_id, o.sums from owned o where o.parts = 1
    union all
    select o.customer_id, array_agg(portion.units order by asset.position)
    from owned o, unnest(o.sums) with ordinality as asset(units, position),
      lateral (
        -- Cuts of the whole in rising order, the last at its end: parts are what lies between two of them.
        select cut.nth, cut.at - lag(cut.at, 1, 0::bigint) over (order by cut.nth) as units
        from (
          select row_number() over (order by drawn.share) as nth,
            case when row_number() over (order by drawn.share) = o.parts then asset.units
              else floor(asset.units * drawn.share::numeric)::bigint end as at
          from (select random() as share from generate_series(1, o.parts)) drawn) cut) portion
    where o.parts > 1
    group by o.customer_id, portion.nth)
  select p_tree, part.customer_id, gen_random_uuid(), part.sums from part;
  get diagnostics v_leaves = row_count;
  return v_leaves;
end $$;
grant execute on function liabilities.draw_leaves to api;
