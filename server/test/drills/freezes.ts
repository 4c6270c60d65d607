import { parseArgs } from 'node:util'
import type { Paid } from './count-money.ts'
import { freezeSection, runFreezeDrill } from './freeze-drill.ts'

// `npm run drills:freeze`: the database alone stands still, at so many moments; minutes, where all drills take an hour. What it
// came to is printed as it stands in docs/drills.md, and ends with 1 where anything was lost, doubled or left open.

const { values } = parseArgs({
  options: { freezes: { type: 'string', default: '50' }, hold: { type: 'string', default: '3000' } },
})
const holdMs = Number(values.hold)
let paid: Paid = { requested: 0, paid: 0, waiting: 0, wrong: ['not counted'] }
const results = await runFreezeDrill({
  freezes: Number(values.freezes),
  holdMs,
  onPaid: (counted) => (paid = counted),
  onFreeze: (one) =>
    console.log(
      `after ${one.afterMs} ms: ${one.acknowledged + one.moved} acknowledged, ${one.indeterminate + one.movedUnsure} without a response, ` +
        `${one.lost} lost, ${one.doubled} doubled, slowest response ${one.slowestMs} ms, ready ${one.slowestReadyMs} ms, back after ${one.backMs} ms`,
    ),
})
console.log(freezeSection({ results, paid, holdMs }))
const isWrong = results.some(
  (one) => one.lost + one.doubled + one.unresolved + one.broken.length + one.otherResponses > 0,
)
if (isWrong || paid.wrong.length > 0) process.exitCode = 1
