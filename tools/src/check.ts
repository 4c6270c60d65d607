import { gates, tests, type Gate } from './check-gates.ts'

// Runs every gate and prints what each found, as they end. `--no-tests` leaves out the tests, for a run that has just had them;
// `--all-visits` takes the journeys of the browser in every language, width and theme; names of gates run those alone.
// `--timeless` leaves out what depends on the time that the machine has for it, and `--timed` runs nothing else: the first may
// run beside the tests.

const requested = process.argv.slice(2)
if (requested.includes('--all-visits')) process.env['ALL_VISITS'] = '1'
const named = requested.filter((word) => !word.startsWith('--'))
const all = requested.includes('--no-tests') ? gates : [...gates, tests]
const isRequested = ({ name, alone = false }: Gate): boolean =>
  (named.length === 0 || named.includes(name)) &&
  !(alone && requested.includes('--timeless')) &&
  !(!alone && requested.includes('--timed'))
const chosen = all.filter(isRequested)

async function pass({ name, run }: Gate): Promise<boolean> {
  const began = performance.now()
  const { complaint, summary } = await run()
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  if (complaint !== undefined) console.log(complaint.trimEnd())
  console.log(
    `${complaint === undefined ? 'ok    ' : 'FAILED'} ${name.padEnd(12)} ${seconds.padStart(5)} s  ${summary ?? ''}`,
  )
  return complaint === undefined
}

let failed = 0
const passAll = async (queue: Gate[]): Promise<void> => {
  for (let gate = queue.shift(); gate !== undefined; gate = queue.shift()) if (!(await pass(gate))) failed += 1
}
// Most use one core and wait for files now and then: two at a time use what a small machine has.
const together = chosen.filter(({ alone }) => alone !== true)
await Promise.all([passAll(together), passAll(together)])
await passAll(chosen.filter(({ alone }) => alone === true))
console.log(`check: ${chosen.length - failed} passed, ${failed} failed`)
process.exitCode = failed > 0 || chosen.length === 0 ? 1 : 0
