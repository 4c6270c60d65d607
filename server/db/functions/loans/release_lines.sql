-- The lines of loan money that becomes its customer's own: it goes back to the house's capital, and as much USDT comes from there.
create or replace function loans.release_lines(p_account bigint, p_amount bigint)
returns table (accounts bigint[], assets smallint[], amounts bigint[])
language sql stable set search_path = '' as $$
  select array[p_account, ledger.account_named('house:capital'), ledger.account_named('house:capital'), p_account],
    array[3, 3, 1, 1]::smallint[], array[-p_amount, p_amount, -p_amount, p_amount]
$$;
grant execute on function loans.release_lines to api, console;
