import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { createCollectibles, type CollectiblesDeps } from '../src/domains/collectibles/index.ts'
import { createLedger } from '../src/domains/ledger/index.ts'
import { openPool, owned } from '../src/kernel/db/db.ts'
import { Refusal } from '../src/kernel/http/refusal.ts'
import { createLimits } from '../src/kernel/http/rate-limits.ts'
import { silentLog } from '../src/kernel/log.ts'
import { manualClock } from '../src/kernel/time/clock.ts'

// Collectibles in a process of their own: reports that it is ready, reads one line with bids, places all of them at once and
// prints what became of each.

export type BidOrder = { customerId: string; accountId: string; itemId: string; amount: string }

const [url = '', now = '0'] = process.argv.slice(2)
const pool = openPool({ url, role: 'api', max: 8 })
const clock = manualClock(Number(now))
const db = owned<'collectibles'>(pool)
const deps: CollectiblesDeps = {
  db,
  clock,
  log: silentLog,
  limits: createLimits({ clock, on: false }),
  signer: { keyId: 'test', sign: () => '00'.repeat(64) },
  ledger: createLedger({ db: owned<'ledger'>(pool), clock, log: silentLog, held: [] }),
  mayBid: async () => undefined,
  identityRefusal: async () => undefined,
  moved: () => undefined,
  changed: () => undefined,
  usernameOf: async (id) => `u${id}`,
  mayLeave: async () => undefined,
  publicUrl: 'https://evenhand.example',
  enqueueNotices: async () => undefined,
}
const collectibles = createCollectibles(deps)

async function place({ customerId, accountId, itemId, amount }: BidOrder): Promise<string> {
  const call = { session: { customerId, accountId: BigInt(accountId), country: 'JP' }, ip: '', lang: 'en' }
  try {
    await collectibles.bid({ nftId: itemId, amount: BigInt(amount) }, call as never)
    return 'taken'
  } catch (cause) {
    if (cause instanceof Refusal) return cause.key
    throw cause
  }
}

await db.selectFrom('collectibles.items').select('id').limit(1).execute()
console.log('ready')
const [line] = (await once(createInterface({ input: process.stdin }), 'line')) as [string]
const came = await Promise.all((JSON.parse(line) as BidOrder[]).map((order) => place(order)))
console.log(JSON.stringify(came))
await pool.destroy()
process.stdin.destroy()
