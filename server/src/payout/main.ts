import { join } from 'node:path'
import { loadCatalogue } from '../domains/markets/catalogue/load-catalogue.ts'
import { systemClock } from '../kernel/time/clock.ts'
import { readConfig, SetupError } from '../kernel/config/config.ts'
import { openPool, owned } from '../kernel/db/db.ts'
import { watchDatabase } from '../kernel/db/database-watch.ts'
import { startJob } from '../kernel/jobs/jobs.ts'
import { openLog } from '../kernel/log.ts'
import { movableClock } from '../kernel/time/movable-clock.ts'
import { openSecret } from '../kernel/crypto/secret.ts'
import { storedMove } from '../sandbox/advance-clock.ts'
import { createPayout } from './payout.ts'
import { sandboxSigner } from './sandbox-signer.ts'
import { screenBy } from '../domains/chain/sanctions.ts'

// The process that pays: its own role in the database, its own key file, no door to the outside. `npm start` runs it beside
// the product of a sandbox; on its own it is `node server/src/payout/main.ts` with DATABASE_URL and DATA_DIR.

const everyMs = 500

function start(): void {
  const config = readConfig(process.env)
  if (config.databaseUrl === undefined)
    throw new SetupError(
      'The payout needs DATABASE_URL, the address of the product’s database: set it and start again.',
    )
  if (config.mode === 'live')
    throw new SetupError(
      'MODE=live has no signer: payouts of a live installation need one that holds the keys of its coins, and this build brings the sandbox’s alone.',
    )
  const log = openLog(config.logLevel)
  const watch = watchDatabase({ url: config.databaseUrl, role: 'payout', log })
  const db = openPool({ url: config.databaseUrl, role: 'payout', max: 2, watch })
  const clock = movableClock(systemClock, 0)
  const precisions = new Map(loadCatalogue().map(({ code, precision }) => [code, precision]))
  const payout = createPayout({
    db: owned<'withdrawals'>(db),
    clock,
    log,
    mode: config.mode,
    signer: sandboxSigner({
      key: openSecret(join(config.dataDir, 'keys', 'payout.key')),
      file: join(config.dataDir, 'payout', 'sandbox-chain.jsonl'),
      clock,
    }),
    precisionOf: (code) => precisions.get(code),
    screen: config.sanctionsFile === undefined ? undefined : screenBy({ file: config.sanctionsFile, clock, log }),
  })
  const job = startJob({
    name: 'pay withdrawals',
    everyMs,
    log,
    async run() {
      // The clock of a sandbox may have been moved by the product.
      clock.advance((await storedMove(owned<'sandbox'>(db))) - clock.movedMs())
      await payout.runOnce()
    },
  })
  endWith(async () => {
    await job.stop()
    await db.destroy()
    await watch.close()
  })
}

/** Ends in order by a signal, or when the process that started it is gone. */
function endWith(stop: () => Promise<void>): void {
  let ending = false
  const end = async (): Promise<void> => {
    if (ending) return
    ending = true
    await stop()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end())
  if (process.env['PAYOUT_ENDS_WITH_STDIN'] === '1') process.stdin.on('end', () => void end()).resume()
}

try {
  start()
} catch (cause) {
  console.error(cause instanceof SetupError ? cause.message : cause)
  process.exit(1)
}
