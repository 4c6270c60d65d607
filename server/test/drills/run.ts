import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runAwayDrill } from './away-drill.ts'
import type { Paid } from './count-money.ts'
import { freezeSection, runFreezeDrill } from './freeze-drill.ts'
import { runKillDrill, type KillResult } from './kill-drill.ts'
import type { Killing } from './running-product.ts'
import { runStopDrill } from './stop-drill.ts'

// `npm run drills`: the long fault drills; their last result stands in docs/drills.md.

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    stops: { type: 'string', default: '20' },
    freezes: { type: 'string', default: '50' },
  },
})
const [kills, stops, freezes] = [Number(values.kills), Number(values.stops), Number(values.freezes)]
const freezeMs = 3000
const kinds: Killing[] = ['server', 'api', 'clock', 'database', 'both', 'backend']

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)
const worst = (numbers: readonly number[]): string => `${(Math.max(0, ...numbers) / 1000).toFixed(1)} s`

function killLine(kind: string, all: readonly KillResult[]): string {
  const total = (read: (one: KillResult) => number): number => sum(all.map(read))
  const cells = [
    kind,
    all.length,
    total((one) => one.acknowledged),
    total((one) => one.indeterminate),
    total((one) => one.placedBefore),
    total((one) => one.moved),
    total((one) => one.movedUnsure),
    total((one) => one.lost),
    total((one) => one.doubled),
    total((one) => one.unresolved),
    all.flatMap((one) => one.broken).length,
    worst(all.map((one) => one.readyMs)),
  ]
  return `| ${cells.join(' | ')} |`
}

let paid: Paid = { requested: 0, paid: 0, waiting: 0, wrong: ['not counted'] }
const killed = await runKillDrill({
  kills: Array.from({ length: kills }, (_, index) => kinds[index % kinds.length] ?? 'both'),
  accounts: 6000,
  onPaid: (counted) => (paid = counted),
  onKill: (one) =>
    console.log(
      `${one.killing.padEnd(8)} after ${one.afterMs} ms: ${one.acknowledged} acknowledged, ${one.indeterminate} without a response, ${one.moved} withdrawals, conversions and deposits, ${one.movedUnsure} of them without a response, ` +
        `${one.lost} lost, ${one.doubled} doubled, ready after ${(one.readyMs / 1000).toFixed(1)} s`,
    ),
})
const stopped = await runStopDrill(stops)
const away = await runAwayDrill(5000)
let paidFrozen: Paid = { requested: 0, paid: 0, waiting: 0, wrong: ['not counted'] }
const frozen = await runFreezeDrill({
  freezes,
  holdMs: freezeMs,
  onPaid: (counted) => (paidFrozen = counted),
  onFreeze: (one) =>
    console.log(
      `stood still after ${one.afterMs} ms: ${one.acknowledged + one.moved} acknowledged, ${one.indeterminate + one.movedUnsure} without a response, ` +
        `${one.lost} lost, ${one.doubled} doubled, slowest response ${one.slowestMs} ms, back after ${one.backMs} ms`,
    ),
})

const slowestWord = worst(away.whileAway.map(({ ms }) => ms))
const text = `# Fault drills: the last result

Command: \`npm run drills -- --kills ${kills} --stops ${stops}\`, ${new Date().toISOString().slice(0, 16)}Z, Node ${process.versions.node}.
The product runs as \`npm start\` runs it, on a disk, under 64 callers who buy options; it is killed by number with -9 after
0.3 to 1.5 s of load, while two more withdraw, convert and announce deposits without a pause. After each recovery every
order, withdrawal, conversion and deposit that was ever confirmed to a customer is counted in the tables, calls without a
response are resolved by their key, every hold is held against what it is for, and the books are re-added. A kill with no
call in flight would be void.

| killed | times | orders acknowledged | no response | of these placed | money moved | no response | lost | doubled | unresolved | books broken | ready, worst |
|---|---|---|---|---|---|---|---|---|---|---|---|
${kinds
  .map((kind) =>
    killLine(
      kind,
      killed.filter(({ killing }) => killing === kind),
    ),
  )
  .join('\n')}
${killLine('all', killed)}

Of ${paid.requested} withdrawals that were requested under the kills ${paid.paid} were paid, each once on the sandbox's chain, and ${paid.waiting} wait for a person, with what they hold; ${paid.wrong.length === 0 ? 'none was booked without being sent or sent without being booked' : paid.wrong.join(', ')}.

Ended by SIGTERM under load ${stopped.length} times: ${sum(stopped.map((one) => one.acknowledged))} acknowledged, ${sum(stopped.map((one) => one.lost))} lost, ${sum(stopped.map((one) => one.doubled))} doubled, ${stopped.filter((one) => one.exitCode !== 0).length} ends that were not 0, slowest end ${worst(stopped.map((one) => one.endedMs))}.

Database away for 5 s: ${away.whileAway.length} calls, all refused with 503 with 10092: ${away.whileAway.every(({ status, code }) => status === 503 && code === 10092) ? 'yes' : 'no'}; slowest response ${slowestWord}; first order ${(away.backMs / 1000).toFixed(1)} s after its return; ${away.lost} of ${away.acknowledged} lost.

${freezeSection({ results: frozen, paid: paidFrozen, holdMs: freezeMs })}`
writeFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'drills.md'), text)
console.log(`\n${text}`)
const wrong = [
  ...killed.filter((one) => one.lost + one.doubled + one.unresolved + one.broken.length > 0),
  ...killed.filter((one) => one.indeterminate === 0 || one.readyMs > 15_000),
  ...stopped.filter((one) => one.lost + one.doubled + one.unresolved + one.broken.length > 0 || one.exitCode !== 0),
  ...(paid.wrong.length > 0 || paid.paid === 0 ? [paid] : []),
  ...frozen.filter((one) => one.lost + one.doubled + one.unresolved + one.broken.length + one.otherResponses > 0),
  ...(paidFrozen.wrong.length > 0 ? [paidFrozen] : []),
  ...(away.lost + away.doubled + away.unresolved + away.broken.length > 0 ? [away] : []),
]
if (wrong.length > 0) console.log(wrong)
process.exitCode = wrong.length === 0 ? 0 : 1
