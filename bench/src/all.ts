import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { readArguments } from './arguments.ts'
import { benchContracts } from './contracts.ts'
import { openGround } from './ground.ts'
import { benchOrders } from './orders.ts'
import { report } from './report.ts'
import { benchSettle } from './settle.ts'

// `npm run bench`: every part, those that need no loaded database in processes of their own.

const params = readArguments()
const ground = await openGround(params)
try {
  report('orders', await benchOrders(params, ground))
  report('settle', await benchSettle(params, ground))
  report('contracts', await benchContracts(params, ground))
} finally {
  await ground.close()
}

let failed = false
for (const part of ['push', 'start', 'ticks', 'candles', 'page', 'first-paint']) {
  const child = spawn(process.execPath, [join(import.meta.dirname, `${part}.ts`), ...process.argv.slice(2)], {
    stdio: 'inherit',
  })
  const code = await new Promise<number | null>((resolve) => child.on('exit', resolve))
  if (code !== 0) failed = true
}
console.log('\nKept in bench/results/latest.md')
process.exitCode = failed ? 1 : 0
