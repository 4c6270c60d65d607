-- The lines of a payment: loan money goes back to the house's capital, USDT as well, and interest is the house's revenue.
-- Interest that loan money pays is USDT of the capital. Lines of nothing are left out.
create or replace function loans.payment_lines(p_account bigint, p_principal bigint, p_interest bigint, p_from_loan bigint)
returns table (accounts bigint[], assets smallint[], amounts bigint[])
language sql stable set search_path = '' as $$
  select array_agg(line.account order by n), array_agg(line.asset::smallint order by n), array_agg(line.amount order by n)
  from (values
    (1, p_account, 3, -p_from_loan),
    (2, ledger.account_named('house:capital'), 3, p_from_loan),
    (3, p_account, 1, -(p_principal + p_interest - p_from_loan)),
    (4, ledger.account_named('house:capital'), 1, p_principal - p_from_loan),
    (5, ledger.account_named('revenue:loan'), 1, p_interest)) as line(n, account, asset, amount)
  where line.amount <> 0
$$;
grant execute on function loans.payment_lines to api, console;
