import { sql } from '../../kernel/db/db.ts'
import { goneResults, type Causes } from '../ledger/index.ts'
import { keyRoutes } from './contracts.rules.ts'

const account = (name: string) => sql`(select ledger.account_named(${sql.lit(name)}))`
const [reserve, revenue, rounding] = ['reserve:contracts', 'revenue:contracts', 'rounding'].map(account)
const [nbp, capital] = ['reserve:nbp', 'house:capital'].map(account)

/** What contracts move and hold: openings, closings, what was owed and paid later, negative balances, and reserves. */
export const contractCauses: Causes = {
  entries: [
    {
      // One fee an order that opened. How the fee is split stands in the entry, which is sealed.
      kind: 'contract.fee',
      requested: sql`
        select o.id as ref, null::bigint as entry, 'contract ' || o.order_no as label,
          array[o.account_id, ${revenue}, ${rounding}] as accounts, array[o.asset, o.asset, o.asset] as assets,
          array[-o.fee, coalesce(e.amounts[2], 0), o.fee - coalesce(e.amounts[2], 0)] as amounts
        from (
          select account_id, asset, order_no, id, sum(fee_open)::bigint as fee from (
            select account_id, asset, order_no, id, fee_open from contracts.positions
            union all
            select account_id, asset, order_no, coalesce(parent_id, id), fee_open from contracts.history where status = 'CLOSED') parts
          group by 1, 2, 3, 4) o
        left join ledger.entries e on e.kind = 'contract.fee' and e.ref = o.id`,
    },
    {
      kind: 'contract.close',
      requested: sql`
        select h.id as ref, h.entry_no as entry, 'contract ' || h.order_no as label,
          array[h.account_id, ${reserve}, ${revenue}, ${rounding}] as accounts,
          array[h.asset, h.asset, h.asset, h.asset] as assets,
          array[h.profit - h.fee_close - h.financing + h.short, e.amounts[2], e.amounts[3],
            -(h.profit - h.fee_close - h.financing + h.short + e.amounts[2] + e.amounts[3])] as amounts
        from contracts.history h left join ledger.entries e on e.seq = h.entry_no where h.status = 'CLOSED'`,
    },
    {
      kind: 'contract.repay',
      requested: sql`
        select h.id as ref, null::bigint as entry, 'contract ' || h.order_no as label, array[h.account_id, ${reserve}] as accounts,
          array[h.asset, h.asset] as assets, array[-h.repaid, h.repaid] as amounts
        from contracts.history h where h.repaid > 0
        union all
        select p.id, null::bigint, 'negative balance ' || p.id, array[p.account_id, ${reserve}], array[p.asset, p.asset],
          array[-p.amount, p.amount] from contracts.protections p`,
    },
    {
      kind: 'contract.protection',
      requested: sql`
        select p.id as ref, null::bigint as entry, 'negative balance ' || p.id as label,
          array[${capital}, ${nbp}, p.account_id] as accounts, array[p.asset, p.asset, p.asset] as assets,
          array[p.from_reserve - p.amount, -p.from_reserve, p.amount] as amounts from contracts.protections p`,
    },
    {
      kind: 'reserve.cover',
      wrong: sql`
        select concat_ws(', ', format('entry %s', e.seq), e.kind) as at, format('accounts %s', e.accounts) as found
        from ledger.entries e where e.kind = 'reserve.cover'
          and (e.accounts <> array[${capital}, ${reserve}] or not exists (select from contracts.history h where h.id = e.ref))`,
    },
    {
      kind: 'contract.reserve',
      requested: sql`
        select e.ref, r.entry_no as entry, 'opening of ' || r.name || ', asset ' || r.asset as label,
          array[ledger.account_named(r.name), ${capital}] as accounts, array[r.asset, r.asset] as assets,
          array[abs(e.amounts[1]), -abs(e.amounts[1])] as amounts
        from contracts.reserve_openings r left join ledger.entries e on e.seq = r.entry_no`,
    },
  ],
  holds: [],
  held: [
    sql`select p.account_id, p.asset, p.margin as amount, 0 as orders from contracts.positions p`,
    sql`select o.account_id, o.asset, o.held as amount, 0 as orders from contracts.orders o where o.held > 0`,
  ],
  rules: [
    goneResults(keyRoutes.buy, {
      label: 'contract',
      results: sql`
        select account_id, id from contracts.orders union all select account_id, id from contracts.positions
        union all select account_id, coalesce(parent_id, id) from contracts.history`,
    }),
    {
      // A loss is owed in full: what an account could not pay was paid later or by the reserve, or is still owed.
      wrong: sql`
        select format('contracts of account %s, asset %s', a.account_id, a.asset) as at,
          format('owes %s, and its closings say %s', a.debt, s.owed) as found
        from contracts.accounts a join lateral (
          select coalesce((select sum(h.short - h.repaid) from contracts.history h
              where h.account_id = a.account_id and h.asset = a.asset), 0)
            - coalesce((select sum(p.amount) from contracts.protections p
              where p.account_id = a.account_id and p.asset = a.asset), 0) as owed) s on true
        where a.debt <> s.owed limit 20`,
    },
  ],
}
