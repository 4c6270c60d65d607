import { publicServiceLevels, type ComplaintCounts, type PublicWaits } from '@evenhand/protocol/books.ts'
import { complaintCounts } from '../domains/complaints/index.ts'
import { identityWaits } from '../domains/kyc/index.ts'
import { depositWaits, withdrawalWaits } from '../domains/wallet/index.ts'
import type { Clock } from '../kernel/clock.ts'
import { owned, type Pools } from '../kernel/db.ts'
import { handle, type Mounted } from '../kernel/http.ts'

/** A minute is as old as a public count of what is overdue may be. */
const freshMs = 30_000

type Levels = { asOf: number; queues: PublicWaits[]; complaints: ComplaintCounts }

async function countWaits({ api }: Pools, asOf: number): Promise<Levels> {
  const wallet = owned<'wallet'>(api)
  const waits = [
    { queue: 'deposits', promisedHours: 24, row: await depositWaits(wallet, asOf) },
    { queue: 'withdrawals', promisedHours: 24, row: await withdrawalWaits(wallet, asOf) },
    { queue: 'identity', promisedHours: 48, row: await identityWaits(owned<'kyc'>(api), asOf) },
  ] as const
  return {
    asOf,
    queues: waits.flatMap(({ row, ...queue }) => (row === undefined ? [] : [{ ...queue, ...row }])),
    complaints: await complaintCounts(owned<'complaints'>(api), asOf),
  }
}

/** How long customers wait, for everybody to see; counted at most twice a minute, whoever asks. */
export function publicWaits({ pools, clock }: { pools: Pools; clock: Clock }): Mounted[] {
  let newest: Promise<Levels> | undefined
  let countedAt = Number.NEGATIVE_INFINITY
  return [
    handle(publicServiceLevels, async () => {
      const now = clock.now()
      if (newest === undefined || Math.abs(now - countedAt) > freshMs) {
        countedAt = now
        newest = countWaits(pools, now)
        newest.catch(() => (newest = undefined))
      }
      return newest
    }),
  ]
}
