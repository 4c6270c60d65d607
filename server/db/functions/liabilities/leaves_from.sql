-- The leaves of a tree from a salt on, in their order. Read by the index of the salts in any case: a tree is new, so what the
-- planner knows of the table is of before it, and it would sort a million leaves for each thousand.
create or replace function liabilities.leaves_from(p_tree bigint, p_from uuid, p_limit integer) returns setof liabilities.leaves
language sql stable set search_path = '' set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
  select * from liabilities.leaves l where l.tree = p_tree and l.salt >= p_from order by l.tree, l.salt limit p_limit
$$;
grant execute on function liabilities.leaves_from to api;
