-- Whether dates and amounts are instalments of a sum: as many, each later than the one before, each of something.
create or replace function loans.are_instalments(p_due timestamptz[], p_amounts bigint[], p_sum bigint) returns boolean
language sql immutable set search_path = '' as $$
  select cardinality(p_due) = cardinality(p_amounts) and sum(amount) = p_sum and bool_and(amount > 0)
    and bool_and(coalesce(due > before, true))
  from (select due, amount, lag(due) over (order by n) as before
    from unnest(p_due, p_amounts) with ordinality as one(due, amount, n)) instalments
$$;
grant execute on function loans.are_instalments to api, console;
