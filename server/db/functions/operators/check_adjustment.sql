-- Why an adjustment against a customer cannot be announced: `entry_unknown` where its entry gave this customer nothing of the
-- asset; `entry_exhausted` beyond what it gave, all adjustments that name it taken together; `cap_reached` beyond what one
-- customer may be charged in 24 hours; null where it can. The announcing function has locked the customer's account.
create or replace function operators.check_adjustment(p_payload jsonb, p_at timestamptz) returns text
language sql stable set search_path = '' as $$
  with adjustment as (
    select a.id as account_id, s.id as asset, (p_payload ->> 'entry')::bigint as entry,
      -(p_payload ->> 'amount')::numeric * (10::numeric ^ s.scale) as units,
      (operators.caps_at('adjustments', p_at) ->> s.name)::numeric * (10::numeric ^ s.scale) as cap
    from ledger.assets s, ledger.accounts a
    where s.name = p_payload ->> 'asset' and a.name = 'user:' || (p_payload ->> 'customerId')),
  against as (
    select d.*,
      (select coalesce(sum(l.amount), 0) from ledger.entries e, unnest(e.accounts, e.assets, e.amounts) as l(account_id, asset, amount)
        where e.seq = d.entry and l.account_id = d.account_id and l.asset = d.asset) as gave,
      (select coalesce(sum(t.taken), 0) from operators.entry_debits t
        where t.entry_seq = d.entry and t.account_id = d.account_id and t.asset = d.asset) as taken,
      (select coalesce(sum(o.units), 0) from operators.debits o
        where o.account_id = d.account_id and o.asset = d.asset and o.announced_at > p_at - interval '24 hours'
          and o.status in ('ANNOUNCED', 'APPLIED')) as charged
    from adjustment d)
  select case when gave <= 0 then 'entry_unknown'
    when cap is null or units + charged > cap then 'cap_reached'
    when units + taken > gave then 'entry_exhausted' end
  from against
$$;
grant execute on function operators.check_adjustment to console;
