import { openTokenMinter } from '../src/domains/chain/index.ts'
import { runDeliveries, type DeliveryStep } from '../src/domains/collectibles/deliver-collectibles.ts'
import { openPool, owned } from '../src/kernel/db/db.ts'
import { silentLog } from '../src/kernel/log.ts'
import { systemClock } from '../src/kernel/time/clock.ts'

// The job that delivers collectibles as a process of its own, which dies at a step.

const [url = '', node = '', contract = '', key = '', dieAt = ''] = process.argv.slice(2)
const db = openPool({ url, role: 'chain', max: 2 })
const chain = await openTokenMinter({
  url: node,
  chainId: 31_337,
  contract,
  key: Buffer.from(key, 'hex'),
  confirmations: 12,
})
await runDeliveries({
  clock: systemClock,
  log: silentLog,
  changed: () => undefined,
  enqueueNotices: async () => undefined,
  tokens: {
    name: 'Local chain',
    isSandbox: true,
    contract,
    addressOn: (text) => text,
    db: owned<'collectibles'>(db),
    open: async () => chain,
  },
  chain,
  passed(step: DeliveryStep) {
    if (step === dieAt) process.kill(process.pid, 'SIGKILL')
  },
})
await db.destroy()
