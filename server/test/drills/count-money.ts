import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { linesOf } from '../../src/payout/sandbox-signer.ts'
import type { Moved } from './money-load.ts'
import { databaseUrl } from './running-product.ts'

/** What the database and the sandbox's chain know of money, compared with what its customers got as responses. */
export type CountedMoney = {
  /** Acknowledged withdrawals, conversions and deposits that do not exist. */
  lost: number
  /** Withdrawals sent more than once, quotes and announced transactions used more than once. */
  doubled: number
  broken: string[]
}

const paidIn = (dataDir: string): { id: string }[] => linesOf(join(dataDir, 'payout', 'sandbox-chain.jsonl'))

const repeated = (values: readonly string[]): number => values.length - new Set(values).size

/** Counts what moved, by its ids, and checks whether every hold has its cause. */
export async function countMoney(dataDir: string, confirmed: readonly Moved[]): Promise<CountedMoney> {
  const client = new pg.Client({ connectionString: databaseUrl(dataDir) })
  await client.connect()
  try {
    const ids = (kind: Moved['kind']): string[] => confirmed.filter((one) => one.kind === kind).map(({ id }) => id)
    const { rows } = await client.query<{ lost: number; twice: number; unheld: number; torn: number }>(
      `with open as (select id, account_id, asset, amount from wallet.withdrawals where status not in ('COMPLETED', 'REJECTED', 'FAILED', 'CANCELLED'))
       select
         (select count(*)::int from unnest($1::uuid[]) t(id) where not exists (select from wallet.withdrawals w where w.id = t.id))
           + (select count(*)::int from unnest($2::uuid[]) t(id) where not exists (select from wallet.conversions c where c.id = t.id))
           + (select count(*)::int from unnest($3::uuid[]) t(id) where not exists (select from wallet.deposits d where d.id = t.id)) as lost,
         (select (count(*) - count(distinct quote_id))::int from wallet.conversions)
           + (select (count(*) - count(distinct (network, tx_hash, vout)))::int from wallet.deposits where tx_hash is not null)
           + (select (count(*) - count(distinct (route, ref)))::int from ledger.keys) as twice,
         (select count(*)::int from open o full join ledger.holds h
           on h.id = o.id and h.account_id = o.account_id and h.asset = o.asset and h.amount = o.amount
           where o.id is null or h.id is null) as unheld,
         (select count(*)::int from wallet.conversions c where not exists (select from ledger.entries e where e.seq = c.entry)) as torn`,
      [ids('withdrawal'), ids('conversion'), ids('deposit')],
    )
    const [found] = rows
    if (found === undefined) throw new Error('no count')
    return {
      lost: found.lost,
      doubled: found.twice + repeated(paidIn(dataDir).map(({ id }) => id)),
      broken: [
        ...(found.unheld === 0 ? [] : [`${found.unheld} withdrawals and holds without the other`]),
        ...(found.torn === 0 ? [] : [`${found.torn} conversions without their entry`]),
      ],
    }
  } finally {
    await client.end()
  }
}

export type Paid = { requested: number; paid: number; waiting: number; wrong: string[] }

/** Waits until everything the rule let through is paid, and holds what was paid against what was sent. */
export async function countPaid(dataDir: string, patienceMs = 60_000): Promise<Paid> {
  const client = new pg.Client({ connectionString: databaseUrl(dataDir) })
  await client.connect()
  try {
    const began = performance.now()
    for (;;) {
      const { rows } = await client.query<{ id: string; status: string }>('select id, status from wallet.withdrawals')
      const left = rows.filter(({ status }) => ['AUTO_OK', 'APPROVED', 'PROCESSING', 'BROADCAST'].includes(status))
      if (left.length > 0 && performance.now() - began < patienceMs) {
        await wait(500)
        continue
      }
      const paid = rows.filter(({ status }) => status === 'COMPLETED').map(({ id }) => id)
      const sent = new Set(paidIn(dataDir).map(({ id }) => id))
      const unsent = paid.filter((id) => !sent.has(id))
      const unbooked = [...sent].filter((id) => !paid.includes(id))
      return {
        requested: rows.length,
        paid: paid.length,
        waiting: rows.filter(({ status }) => status === 'REVIEW').length,
        wrong: [
          ...(left.length === 0 ? [] : [`${left.length} not paid in ${patienceMs} ms`]),
          ...(unsent.length === 0 ? [] : [`${unsent.length} booked and not sent`]),
          ...(unbooked.length === 0 ? [] : [`${unbooked.length} sent and not booked`]),
        ],
      }
    }
  } finally {
    await client.end()
  }
}
