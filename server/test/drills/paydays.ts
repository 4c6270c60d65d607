import { parseArgs } from 'node:util'
import { runPaydayDrill } from './payday-drill.ts'
import type { Killing } from './running-product.ts'

// `npm run drills:paydays`: a payday and the set-off of overdue loans through a server that is killed while it pays; ends with 1
// where anything was lost or doubled, the books differ, or too little was killed on its way.

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '10' },
    positions: { type: 'string', default: '3000' },
    loans: { type: 'string', default: '1000' },
  },
})
const kinds: Killing[] = ['clock', 'server', 'database', 'clock', 'both', 'backend', 'server']
const wanted = Number(values.kills)
const result = await runPaydayDrill({
  kills: Array.from({ length: wanted }, (_, index) => kinds[index % kinds.length] ?? 'clock'),
  positions: Number(values.positions),
  loans: Number(values.loans),
  onKill: ({ killing, paid, setOff, readyMs }) =>
    console.log(
      `${killing.padEnd(8)} after ${paid} yields and ${setOff} set-offs, ready after ${(readyMs / 1000).toFixed(1)} s`,
    ),
})
console.log(result)
if (result.lost + result.doubled + result.broken.length > 0 || result.kills.length < Math.min(3, wanted))
  process.exitCode = 1
