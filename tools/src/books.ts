import { closeSync, openSync, writeSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { assetScales, formatUnits, parseUnits, type Asset } from '@evenhand/protocol/money.ts'
import { exportedEntries } from '../../server/src/domains/books/index.ts'
import { auditWhole, createLedger } from '../../server/src/domains/ledger/index.ts'
import { openReserve as openContractReserve } from '../../server/src/domains/contracts/reserve.ts'
import { openReserve as openOptionReserve } from '../../server/src/domains/options/reserve.ts'
import { systemClock } from '../../server/src/kernel/time/clock.ts'
import { readConfig, SetupError } from '../../server/src/kernel/config/config.ts'
import { patientMs, watchDatabase } from '../../server/src/kernel/db/database-watch.ts'
import { isAway, openOwner, openPools, owned, type Pools } from '../../server/src/kernel/db/db.ts'
import { silentLog } from '../../server/src/kernel/log.ts'
import { migrate } from '../../server/src/kernel/db/migrate.ts'
import { openCluster } from '../../server/src/kernel/postgres/postgres.ts'
import { allCauses } from '../../server/src/app/ledger-causes.ts'
import { runningAddress } from './product-database.ts'

// `npm run books -- audit` re-adds the whole ledger, holds every entry and hold against what requested it, and returns which
// promise holds; `npm run books -- export FILE` writes the sealed entries for an auditor; `npm run books -- open-reserve --asset
// USDT --amount 1000000` funds the options reserve of an asset, once; `--reserve contracts` and `--reserve nbp` those of
// contracts. On the database of DATA_DIR, beside the running program or with it stopped, or of DATABASE_URL.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { asset: { type: 'string' }, amount: { type: 'string' }, reserve: { type: 'string', default: 'options' } },
})

const ledgerOf = (pools: Pools) => createLedger({ db: owned<'ledger'>(pools.api), clock: systemClock, log: silentLog })

async function audit(pools: Pools): Promise<boolean> {
  const findings = await auditWhole(owned<'ledger'>(pools.console), allCauses)
  for (const { invariant, statement, ok, detail } of findings) {
    console.log(`${ok ? 'holds ' : 'BROKEN'}  ${invariant}  ${statement}`)
    for (const { at, expected, found } of detail)
      console.log(
        `        ${at}${found === undefined ? '' : `: ${found}`}${expected === undefined ? '' : `, and not ${expected}`}`,
      )
  }
  return findings.every(({ ok }) => ok)
}

/** Writes every sealed run of entries with its proof, one a line; returns false where nothing is sealed yet. */
async function exportEntries(pools: Pools): Promise<boolean> {
  const file = positionals[1]
  if (file === undefined) throw new SetupError('State where to: npm run books -- export FILE.')
  const deps = { db: owned<'books'>(pools.api), ledger: ledgerOf(pools) }
  const descriptor = openSync(resolve(process.env['INIT_CWD'] ?? '', file), 'w')
  let runs = 0
  try {
    for (let after: number | null = 0; after !== null;) {
      const page: Awaited<ReturnType<typeof exportedEntries>> = await exportedEntries(deps, { after })
      if (page.runs.length > 0) writeSync(descriptor, `${JSON.stringify(page)}\n`)
      runs += page.runs.length
      after = page.next
    }
  } finally {
    closeSync(descriptor)
  }
  console.log(runs === 0 ? 'Nothing is sealed yet.' : `${runs} sealed runs of entries are in ${file}.`)
  return runs > 0
}

type FundDeps = { owner: ReturnType<typeof openOwner>; ledger: ReturnType<typeof ledgerOf>; clock: typeof systemClock }
type Funding = { asset: 'USDT' | 'USDT.virtual'; units: bigint }
/** What pays options, the house's side of contracts, and what lifts balances of contracts that fell below zero. */
const reserves = {
  options: ({ owner, ...deps }: FundDeps, params: Funding) =>
    openOptionReserve({ ...deps, db: owned<'options'>(owner) }, params),
  contracts: ({ owner, ...deps }: FundDeps, params: Funding) =>
    openContractReserve({ ...deps, db: owned<'contracts'>(owner) }, { name: 'reserve:contracts', ...params }),
  nbp: ({ owner, ...deps }: FundDeps, params: Funding) =>
    openContractReserve({ ...deps, db: owned<'contracts'>(owner) }, { name: 'reserve:nbp', ...params }),
}

async function fundReserve(pools: Pools, url: string): Promise<boolean> {
  const asset = (['USDT', 'USDT.virtual'] as const satisfies readonly Asset[]).find((one) => one === values.asset)
  if (asset === undefined) throw new SetupError('State of which asset: --asset USDT, or --asset USDT.virtual.')
  const units = parseUnits(values.amount, assetScales[asset])
  if (units === undefined || units <= 0n)
    throw new SetupError('State how much: --amount 1000000, with at most 6 decimals.')
  const open = reserves[values.reserve as keyof typeof reserves]
  if (open === undefined)
    throw new SetupError(`State which reserve: --reserve ${Object.keys(reserves).join(', or --reserve ')}.`)
  const owner = openOwner(url)
  const deps: FundDeps = { owner, ledger: ledgerOf(pools), clock: systemClock }
  const opened = await open(deps, { asset, units }).finally(() => owner.destroy())
  const amount = formatUnits(units, assetScales[asset], 2)
  console.log(
    opened
      ? `The reserve ${values.reserve} holds ${amount} ${asset}.`
      : `The reserve ${values.reserve} in ${asset} was opened before; nothing has moved.`,
  )
  return opened
}

async function run(): Promise<boolean> {
  const command = { audit, export: exportEntries, 'open-reserve': fundReserve }[positionals[0] ?? '']
  if (command === undefined)
    throw new SetupError(
      'State what to do: npm run books -- audit, npm run books -- export FILE, or npm run books -- open-reserve --asset USDT --amount 1000000.',
    )
  const config = readConfig(process.env)
  const running = config.databaseUrl ?? (await runningAddress(config.dataDir))
  const cluster = running === undefined ? await openCluster({ dataDir: config.dataDir }) : undefined
  let pools: Pools | undefined
  try {
    const url = running ?? cluster?.url() ?? ''
    await migrate(url)
    // A statement may take its ten minutes; a database that gives no sign of life is not waited for that long.
    const watch = watchDatabase({ url, role: 'console', log: silentLog, silentMs: patientMs })
    pools = openPools(url, { watch })
    return await command(pools, url)
  } finally {
    await pools?.close()
    await cluster?.stop()
  }
}

try {
  process.exitCode = (await run()) ? 0 : 1
} catch (cause) {
  process.exitCode = isAway(cause) ? 1 : 2
  if (isAway(cause)) console.error('The database does not respond: see that it runs, then call this again.')
  else console.error(cause instanceof SetupError ? cause.message : cause)
}
