import { parseArgs } from 'node:util'
import { SetupError } from '../../server/src/kernel/config/config.ts'
import type { Pools } from '../../server/src/kernel/db/db.ts'
import { proveCandles } from './candles-command.ts'
import { askable, requestListing, showListings } from './listings-command.ts'
import { withDatabase } from './product-database.ts'

// `npm run markets -- suspend CODE --reason maintenance [--note "Until noon"]`: proposes a change of a listing to operators, and shows
// listings. The command changes none itself, and none of these reaches a price. Beside the running program, with it stopped, or on DATABASE_URL.

type MarketsArguments = { code: string | undefined } & Partial<Record<'reason' | 'note' | 'from' | 'to', string>>

const commands: Readonly<Record<string, (pools: Pools, requested: MarketsArguments) => Promise<boolean>>> = {
  suspend: (pools, requested) => requestListing(pools, { ...requested, name: 'suspend' }),
  resume: (pools, requested) => requestListing(pools, { ...requested, name: 'resume' }),
  delist: (pools, requested) => requestListing(pools, { ...requested, name: 'delist' }),
  list: (pools, requested) => requestListing(pools, { ...requested, name: 'list' }),
  status: (pools, { code }) => showListings(pools, code),
  candles: proveCandles,
}

const reasonsOf = Object.entries(askable).map(([name, { reasons }]) => `  ${name}: ${reasons.join(', ')}`)
const usage = `State what to do:
  npm run markets -- suspend CODE --reason REASON [--note "…"]   asks for no new orders; what is open goes on
  npm run markets -- resume CODE --reason REASON                 asks to take new orders again
  npm run markets -- delist CODE --reason REASON [--note "…"]    asks to take it off the lists; what is open goes on
  npm run markets -- list CODE --reason REASON                   asks to put it back on the lists
  npm run markets -- status [CODE]                               what is suspended or delisted
  npm run markets -- candles [CODE] [--from DAY] [--to DAY]      proves the stored candles from the recorded ticks
The first four are filed for operators, who decide in the console: one of role risk, two to delist and to list again.
Reasons:
${reasonsOf.join('\n')}`

async function run(): Promise<boolean> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { reason: { type: 'string' }, note: { type: 'string' }, from: { type: 'string' }, to: { type: 'string' } },
  })
  const [name = '', code, ...more] = positionals
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined || more.length > 0) throw new SetupError(usage)
  return withDatabase((pools) => command(pools, { code, ...values }))
}

try {
  process.exitCode = (await run()) ? 0 : 1
} catch (cause) {
  const expected = cause instanceof SetupError || (cause instanceof TypeError && 'code' in cause)
  console.error(expected ? cause.message : cause)
  process.exitCode = 2
}
