import { parseArgs } from 'node:util'
import { listingReasons } from '@evenhand/protocol/markets.ts'
import { SetupError } from '../../server/src/kernel/config.ts'
import type { Pools } from '../../server/src/kernel/db.ts'
import { proveCandles } from './candles-command.ts'
import { setListing, showListings } from './listings-command.ts'
import { withDatabase } from './product-database.ts'

// `npm run markets -- suspend CODE --reason maintenance [--note "Until noon"]`: what an operator may do to an instrument.
// None of these reaches a price. Beside the running program, with it stopped, or on DATABASE_URL.

type Asked = { code: string | undefined } & Partial<Record<'reason' | 'note' | 'from' | 'to', string>>

const commands: Readonly<Record<string, (pools: Pools, asked: Asked) => Promise<boolean>>> = {
  suspend: (pools, asked) => setListing(pools, { ...asked, state: 'suspended' }),
  resume: (pools, { code }) => setListing(pools, { code, state: 'listed' }),
  delist: (pools, asked) => setListing(pools, { ...asked, state: 'delisted' }),
  list: (pools, { code }) => setListing(pools, { code, state: 'listed' }),
  status: (pools, { code }) => showListings(pools, code),
  candles: proveCandles,
}

const usage = `Say what to do:
  npm run markets -- suspend CODE --reason REASON [--note "…"]   no new orders; what is open goes on
  npm run markets -- resume CODE                                 takes new orders again
  npm run markets -- delist CODE --reason REASON [--note "…"]    gone from the lists; what is open goes on
  npm run markets -- list CODE                                   back in the lists
  npm run markets -- status [CODE]                               what is suspended or delisted
  npm run markets -- candles [CODE] [--from DAY] [--to DAY]      proves the stored candles from the recorded ticks
Reasons: ${listingReasons.join(', ')}.`

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
