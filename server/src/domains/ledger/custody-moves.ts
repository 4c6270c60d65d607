import { sql } from '../../kernel/db/db.ts'

// The house's own coins on their way to a custody, from its capital or another custody: before a payment out that the custody
// cannot make alone (ledger.fill_custody), or to cover what customers own (ledger.cover_customers). How much was needed hangs
// on what had been committed by then, which numbers do not show. It lies between bounds: what entries of more than a minute
// before state, and all that the minutes around can have changed.

const label = sql`concat_ws(', ', format('entry %s', m.seq), 'custody.move', m.ref) as at`
const minuteOf = (at: string) => sql`floor(extract(epoch from ${sql.ref(at)}) / 60)::bigint`

/** Moves of another form: other accounts, two assets, into the capital, or under a number of neither a payment nor its time. */
export const strangeMoves = sql`
  select concat_ws(', ', format('entry %s', e.seq), e.kind, e.ref) as at, format('accounts %s, amounts %s', e.accounts, e.amounts) as found
  from ledger.entries e
  where e.kind = 'custody.move' and (cardinality(e.accounts) <> 2 or e.assets[1] <> e.assets[2] or exists (
    select from unnest(e.accounts) line(id) left join ledger.accounts a on a.id = line.id
    where a.name is null or (a.name <> 'house:capital' and a.name not like 'custody:%'))
    or exists (select from unnest(e.accounts, e.amounts) line(id, amount) join ledger.accounts a on a.id = line.id
      where a.name = 'house:capital' and line.amount <= 0)
    or (e.ref not in (select x.ref from ledger.entries x where x.kind in ('withdrawal', 'deposit.reversed'))
      and coalesce(uuid_extract_timestamp(e.ref) not between e.at and e.at + interval '1 second', true)))
  order by e.seq limit 20`

/** Each move with the custody that it goes to, and how much. */
const moves = sql`
  select e.seq, e.ref, e.at, e.assets[1] as asset, line.id as custody, -line.amount as moved
  from ledger.entries e, unnest(e.accounts, e.amounts) line(id, amount)
  where e.kind = 'custody.move' and line.amount < 0`

/**
 * Moves for a payment that are more than it, after it, to another custody than it leaves, or more than the custody can have
 * lacked.
 */
export const needlessPayoutMoves = sql`
  with moves as (${moves}),
  sums as (select m.ref, m.custody, m.asset, sum(m.moved) as moved, min(m.seq) as seq, max(m.seq) as last, max(m.at) as at from moves m
    where exists (select from ledger.entries x where x.ref = m.ref and x.kind in ('withdrawal', 'deposit.reversed')) group by 1, 2, 3),
  flows as (select line.id as custody, line.asset, ${minuteOf('e.at')} as minute, sum(-line.amount) as change,
      sum(greatest(line.amount, 0)) as gone
    from (select where exists (select from sums)) needed, ledger.entries e, unnest(e.accounts, e.assets, e.amounts) line(id, asset, amount)
    join ledger.accounts a on a.id = line.id and a.name like 'custody:%' group by 1, 2, 3),
  stocks as (select f.custody, f.asset, f.minute,
      sum(f.change) over (w range between unbounded preceding and 2 preceding) as before,
      sum(f.gone) over (w range between 1 preceding and 1 following) as gone
    from flows f window w as (partition by f.custody, f.asset order by f.minute))
  select ${label}, format('moved %s of %s', m.moved, coalesce(x.amount, 0)) as found
  from sums m
  left join stocks s on (s.custody, s.asset, s.minute) = (m.custody, m.asset, ${minuteOf('m.at')})
  left join lateral (select x.seq, line.amount from ledger.entries x, unnest(x.accounts, x.assets, x.amounts) line(id, asset, amount)
    where x.ref = m.ref and x.kind in ('withdrawal', 'deposit.reversed') and (line.id, line.asset) = (m.custody, m.asset)) x on true
  where x.seq is null or m.last > x.seq or m.moved > x.amount
    or m.moved > greatest(0, coalesce(s.gone, 0) - coalesce(s.before, 0))
  order by m.seq limit 20`

/** Moves that left more in custody than customers can have owned. */
export const needlessCovers = sql`
  with moves as (${moves}),
  covers as (select m.asset, ${minuteOf('m.at')} as minute, max(m.seq) as seq, (array_agg(m.ref order by m.seq desc))[1] as ref, sum(m.moved) as moved
    from moves m where not exists (select from ledger.entries x where x.ref = m.ref and x.kind in ('withdrawal', 'deposit.reversed')) group by 1, 2),
  -- What an entry adds to custody beyond what it gives to customers.
  flows as (select one.asset, ${minuteOf('e.at')} as minute, sum(one.change) as change, sum(greatest(0, -one.change)) as gone
    from (select where exists (select from covers)) needed, ledger.entries e, lateral (select line.asset, sum(-line.amount) as change
      from unnest(e.accounts, e.assets, e.amounts) line(id, asset, amount) join ledger.accounts a on a.id = line.id
      where a.name like 'custody:%' or a.name like 'user:%' group by 1) one
    group by 1, 2),
  stocks as (select f.asset, f.minute, sum(f.change) over (w range between unbounded preceding and 2 preceding) as before,
      sum(f.gone) over (w range between 1 preceding and 1 following) as gone
    from flows f window w as (partition by f.asset order by f.minute))
  select ${label}, format('moved %s of %s', m.moved, greatest(0, s.gone - coalesce(s.before, 0))) as found
  from covers m join stocks s on (s.asset, s.minute) = (m.asset, m.minute)
  where m.moved > greatest(0, s.gone - coalesce(s.before, 0))
  order by m.seq limit 20`
