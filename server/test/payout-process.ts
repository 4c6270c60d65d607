import { systemClock } from '../src/kernel/time/clock.ts'
import { openPool, owned } from '../src/kernel/db/db.ts'
import { openLog } from '../src/kernel/log.ts'
import { movableClock } from '../src/kernel/time/movable-clock.ts'
import { createPayout } from '../src/payout/payout.ts'
import { sandboxSigner } from '../src/payout/sandbox-signer.ts'

// A payout in a process of its own that dies, without a word, when it has passed one named step.
const [, , url = '', file = '', aheadMs = '0', dieAt = ''] = process.argv
const clock = movableClock(systemClock, Number(aheadMs))
const db = openPool({ url, role: 'payout', max: 2 })
const payout = createPayout({
  db: owned<'withdrawals'>(db),
  clock,
  log: openLog('error'),
  mode: 'sandbox',
  signer: sandboxSigner({ key: new Uint8Array(32).fill(5), file, clock }),
  precisionOf: () => 2,
  passed(step) {
    if (step === dieAt) process.kill(process.pid, 'SIGKILL')
  },
})
await payout.runOnce()
clock.advance(3000)
await payout.runOnce()
await db.destroy()
