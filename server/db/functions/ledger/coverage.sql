-- For each coin what customers own, what custody keeps, and what the house has of its own to put there at once. The books sum
-- to zero, so customers own what was issued less what the house's own accounts hold: a dozen rows, however many customers.
create or replace function ledger.coverage() returns table (asset smallint, customers bigint, custody bigint, capital bigint)
language sql stable security definer set search_path = '' as $$
  select s.id, issued.whole - held.units, issued.custody, issued.capital
  from ledger.assets s,
    lateral (
      select coalesce(sum(o.issued), 0)::bigint as whole,
        coalesce(sum(o.issued) filter (where a.name like 'custody:%'), 0)::bigint as custody,
        coalesce(sum(o.issued) filter (where a.name = 'house:capital'), 0)::bigint as capital
      from ledger.origins o join ledger.accounts a on a.id = o.account_id where o.asset = s.id) issued,
    lateral (
      select coalesce(sum(b.free + b.held), 0)::bigint as units
      from ledger.accounts a join ledger.balances b on b.account_id = a.id
      where a.name not like 'user:%' and b.asset = s.id) held
  where s.name in ('USDT', 'BTC', 'ETH') order by s.id
$$;
grant execute on function ledger.coverage to api, console;
