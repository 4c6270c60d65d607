import { parseArgs } from 'node:util'
import { formatUnits, parseUnits } from '@evenhand/protocol/money.ts'
import { addProduct, productsOf } from '../../server/src/domains/plans/index.ts'
import { readConfig, SetupError } from '../../server/src/kernel/config/config.ts'
import { openOwner, owned } from '../../server/src/kernel/db/db.ts'
import { migrate } from '../../server/src/kernel/db/migrate.ts'
import { openCluster } from '../../server/src/kernel/postgres/postgres.ts'
import { systemClock } from '../../server/src/kernel/time/clock.ts'

// `npm run plans -- add --days 30 --daily 0.011 --penalty 0.2 --min 500 --max 20000 --capacity 1000000` drafts a product of
// plans, rates in per cent and amounts in USDT; `npm run plans -- list` names all. Two risk officers open a draft in
// the console. On the database of DATA_DIR with the program stopped, or of DATABASE_URL.

const names = ['days', 'daily', 'penalty', 'min', 'max', 'capacity'] as const
const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
const { values, positionals } = parseArgs({ allowPositionals: true, options })

/** Per cent with so many decimals that it is whole millionths, and amounts in smallest units. */
function unitsOf(name: (typeof names)[number], decimals: number): bigint {
  const units = parseUnits(values[name] as string | undefined, decimals)
  if (units === undefined || units < 0n)
    throw new SetupError(`State --${name} as a number with at most ${decimals} decimals, such as in npm run plans.`)
  return units
}

type Database = ReturnType<typeof openOwner>

async function add(owner: Database): Promise<void> {
  const days = Number(unitsOf('days', 0))
  const terms = { days, dailyPpm: unitsOf('daily', 4), penaltyPpm: unitsOf('penalty', 4), coolingHours: 24 }
  const range = { min: unitsOf('min', 6), max: unitsOf('max', 6), capacity: unitsOf('capacity', 6) }
  const added = await addProduct(
    { db: owned<'plans'>(owner), clock: systemClock },
    { terms, ...range, status: 'DRAFT' },
  )
  if ('wrong' in added) throw new SetupError(added.wrong)
  console.log(`Drafted: ${added.id}. Two risk officers open it in the console.`)
}

async function list(owner: Database): Promise<void> {
  for (const { id, days, dailyPpm, status } of await productsOf(owned<'plans'>(owner)))
    console.log(`${id}  ${days} days  ${formatUnits(dailyPpm, 4)} % a day  ${status}`)
}

const command = { add, list }[positionals[0] ?? '']
let cluster: Awaited<ReturnType<typeof openCluster>> | undefined
let owner: Database | undefined
try {
  if (command === undefined)
    throw new SetupError(
      'State what to do: npm run plans -- list, or npm run plans -- add --days 30 --daily 0.011 --penalty 0.2 --min 500 --max 20000 --capacity 1000000.',
    )
  const config = readConfig(process.env)
  cluster = config.databaseUrl === undefined ? await openCluster({ dataDir: config.dataDir }) : undefined
  const url = config.databaseUrl ?? cluster?.url() ?? ''
  await migrate(url)
  owner = openOwner(url)
  await command(owner)
} catch (cause) {
  process.exitCode = 2
  console.error(cause instanceof SetupError ? cause.message : cause)
} finally {
  await owner?.destroy()
  await cluster?.stop()
}
