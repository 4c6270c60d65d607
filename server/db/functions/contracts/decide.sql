-- The outcome of each order of a batch (contracts.accept), with the balances of its customers locked: an item each, in order.
-- The exposure is taken in the order of the batch by those that nothing else refuses.
create or replace function contracts.decide(
  p_orders contracts.orders[], p_calls ledger.call_keys, p_limits jsonb, p_spend_limits jsonb, p_stakes bigint[], p_tradable bigint[])
returns setof contracts.order_outcome language sql volatile set search_path = '' as $$
  with given as (
    select o.* from unnest(p_orders) with ordinality as
      o(account_id, id, order_no, asset, instrument_id, side, order_type, lots, leverage, price, stop_loss, take_profit,
        max_slippage, waits_until, accepted_at, seen_seq, seen_price, held, notional, feed_kind, terms_version, fee_discount_ppm, ord)),
  known as (
    select k.ord, k.outcome, k.ref from ledger.known((select array_agg(g.account_id order by g.ord) from given g), p_calls) k),
  beyond as (
    select distinct on (s.ord) s.ord, s.position from (
      select (l.one ->> 0)::int as ord, l.one ->> 1 as what, (l.one ->> 2)::timestamptz as since, (l.one ->> 3)::bigint as max,
        row_number() over (partition by l.one ->> 0 order by l.n) as position
      from jsonb_array_elements(p_spend_limits) with ordinality l(one, n)) s
    join given g on g.ord = s.ord
    where safeguards.spent(g.account_id, g.asset, s.what, s.since)
      + case s.what when 'open' then 1 else p_stakes[g.ord] end > s.max
    order by s.ord, s.position),
  open as (
    select g.ord, count(c.notional) as n, coalesce(sum(c.notional), 0) as notional
    from given g left join lateral (
      select p.notional from contracts.positions p where p.account_id = g.account_id and p.asset = g.asset
      union all select o.notional from contracts.orders o where o.account_id = g.account_id and o.asset = g.asset) c on true
    group by 1),
  checked as materialized (
    select g.ord, g.asset, g.instrument_id, g.notional, k.ref, b.position,
      case when k.ord is not null then k.outcome when b.ord is not null then 'spend_limit'
        when n.n >= (p_limits ->> 'positions')::int then 'positions'
        when n.notional + g.notional > (p_limits ->> 'notional')::bigint then 'notional'
        when g.held > 0 and p_tradable[g.ord] < g.held then 'margin' end as outcome
    from given g join open n using (ord) left join known k using (ord) left join beyond b using (ord)),
  exposed as materialized (
    select e.asset, e.instrument_id, sum(case e.part when 'left' then -e.notional else e.notional end) as notional
    from contracts.exposure e group by 1, 2),
  totals as materialized (select e.asset, sum(e.notional) as notional from exposed e group by 1),
  measured as (
    select c.*, least(
        (p_limits ->> 'total')::bigint - coalesce(t.notional, 0), (p_limits ->> 'instrument')::bigint - coalesce(e.notional, 0)) as free,
      sum(c.notional) filter (where c.outcome is null) over (partition by c.asset order by c.ord) as wanted
    from checked c left join totals t using (asset) left join exposed e using (asset, instrument_id))
  select m.ord::int, coalesce(m.outcome, case when m.wanted <= m.free then 'accepted' else 'exposure' end), m.ref,
    case when m.outcome is null and m.wanted <= m.free then nextval('contracts.order_no_seq') end,
    case when m.outcome is null then greatest(0, m.free)::bigint end, m.position::int
  from measured m order by m.ord
$$;
