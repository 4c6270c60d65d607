import { allCauses } from '../../server/src/app/ledger-causes.ts'
import { createLedger, type Ledger } from '../../server/src/domains/ledger/index.ts'
import { createPlans } from '../../server/src/domains/plans/index.ts'
import { openPools, owned } from '../../server/src/kernel/db/db.ts'
import { silentLog } from '../../server/src/kernel/log.ts'
import { manualClock, type Clock } from '../../server/src/kernel/time/clock.ts'

export type Payer = {
  ledger: Ledger
  /** Pays every yield that is due by the clock; returns how many. */
  payDue(): Promise<number>
  close(): Promise<void>
}

/** Opens what pays the yields of plans on a database, by the given clock. Notices and pushes are dropped. */
export function openPayer(url: string, clock: Clock): Payer {
  const pools = openPools(url)
  const ledger = createLedger({ db: owned<'ledger'>(pools.api), clock, log: silentLog, held: allCauses.held })
  const plans = createPlans({
    db: owned<'plans'>(pools.api),
    clock,
    log: silentLog,
    ledger,
    maySubscribe: async () => undefined,
    identityRefusal: async () => undefined,
    moved: () => undefined,
    enqueueNotices: async () => undefined,
  })
  return { ledger, payDue: () => plans.payDue(), close: () => pools.close() }
}

// As a process of its own it pays what is due at the given time and ends: what a bench kills.
if (import.meta.main) {
  const [url, now] = process.argv.slice(2)
  if (url === undefined || now === undefined) throw new Error('usage: payday.ts DATABASE_URL NOW_MS')
  const payer = openPayer(url, manualClock(Number(now)))
  await payer.payDue()
  await payer.close()
}
