import { join } from 'node:path'
import { createBooks } from '../src/domains/books/index.ts'
import { systemClock } from '../src/kernel/time/clock.ts'
import { openOwner, openPools, owned, sql } from '../src/kernel/db/db.ts'
import { silentLog } from '../src/kernel/log.ts'
import { openSigning } from '../src/kernel/crypto/signing.ts'
import { batchRow } from './fixtures/books.ts'

// A process that seals without a pause until it is killed: `node sealing-process.ts DATABASE FOLDER`.
const [url = '', folder = ''] = process.argv.slice(2)
const pools = openPools(url)
const db = pools.api
// The product writes a batch in a function alone, with its orders; here it stands for them.
const owner = openOwner(url)
const books = createBooks({
  db: owned<'books'>(db),
  clock: systemClock,
  log: silentLog,
  signing: openSigning(join(folder, 'keys')),
  build: 'test',
  headDirs: [join(folder, 'heads'), join(folder, 'elsewhere')],
  options: {
    async batchesToSeal({ after, limit }) {
      const { rows } = await sql<{ seq: bigint; root: Buffer }>`
        select seq, root from options.batches where seq > ${after} order by seq limit ${limit}`.execute(db)
      return rows.map(({ seq, root }) => ({ seq, root: root.toString('hex') }))
    },
    receiptParts: async () => undefined,
    settledOrders: async () => [],
    openReceipts: async () => [],
  },
  ledger: {
    lastEntryNumber: async () => 0n,
    sealedEntries: async () => [],
    unnumberedEntry: async () => undefined,
    auditCauses: async () => ({ compared: 0, findings: [] }),
    lastCheck: async () => ({ at: null, ok: null, findings: [], tookMs: 0 }),
  },
  markets: {
    instrument: () => undefined,
    recordedMinutes: async () => [],
    listingEvents: async () => [],
    segments: async () => [],
    ticks: async () => [],
    oldestMinute: async () => 0,
  },
})
for (let digit = 0; ; digit = (digit + 1) % 256) {
  await sql.raw(batchRow(digit.toString(16).padStart(2, '0').repeat(32))).execute(owner)
  const { size } = await books.seal()
  process.stdout.write(`${size}\n`)
}
