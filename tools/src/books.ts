import { parseArgs } from 'node:util'
import { assetScales, formatUnits, parseUnits, type Asset } from '@evenhand/protocol/money.ts'
import { createLedger } from '../../server/src/domains/ledger/index.ts'
import { openReserve } from '../../server/src/domains/options/reserve.ts'
import { systemClock } from '../../server/src/kernel/clock.ts'
import { readConfig, SetupError } from '../../server/src/kernel/config.ts'
import { openOwner, openPools, owned, type Pools } from '../../server/src/kernel/db.ts'
import { silentLog } from '../../server/src/kernel/log.ts'
import { migrate } from '../../server/src/kernel/migrate.ts'
import { openCluster } from '../../server/src/kernel/postgres.ts'

// `npm run books -- audit` re-adds the whole ledger and says which promise holds; `npm run books -- open-reserve --asset
// USDT --amount 1000000` funds the options reserve of an asset, once. On the database of DATA_DIR with the program
// stopped, or of DATABASE_URL.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { asset: { type: 'string' }, amount: { type: 'string' } },
})

const ledgerOf = (pools: Pools) => createLedger({ db: owned<'ledger'>(pools.api), clock: systemClock, log: silentLog })

async function audit(pools: Pools): Promise<boolean> {
  const findings = await ledgerOf(pools).audit()
  for (const { invariant, says, ok, detail } of findings) {
    console.log(`${ok ? 'holds ' : 'BROKEN'}  ${invariant}  ${says}`)
    for (const line of detail) console.log(`        ${line}`)
  }
  return findings.every(({ ok }) => ok)
}

async function fundReserve(pools: Pools, url: string): Promise<boolean> {
  const asset = (['USDT', 'USDT.virtual'] as const satisfies readonly Asset[]).find((one) => one === values.asset)
  if (asset === undefined) throw new SetupError('Say which reserve: --asset USDT, or --asset USDT.virtual.')
  const units = parseUnits(values.amount, assetScales[asset])
  if (units === undefined || units <= 0n)
    throw new SetupError('Say how much: --amount 1000000, with at most 6 decimals.')
  const owner = openOwner(url)
  const deps = { db: owned<'options'>(owner), ledger: ledgerOf(pools), clock: systemClock }
  const opened = await openReserve(deps, { asset, units }).finally(() => owner.destroy())
  const amount = formatUnits(units, assetScales[asset], 2)
  console.log(
    opened
      ? `The options reserve holds ${amount} ${asset}.`
      : `The options reserve in ${asset} was opened before; nothing has moved.`,
  )
  return opened
}

async function run(): Promise<boolean> {
  const command = { audit, 'open-reserve': fundReserve }[positionals[0] ?? '']
  if (command === undefined)
    throw new SetupError(
      'Say what to do: npm run books -- audit, or npm run books -- open-reserve --asset USDT --amount 1000000.',
    )
  const config = readConfig(process.env)
  const cluster = config.databaseUrl === undefined ? await openCluster({ dataDir: config.dataDir }) : undefined
  let pools: Pools | undefined
  try {
    const url = config.databaseUrl ?? cluster?.url() ?? ''
    await migrate(url)
    pools = openPools(url)
    return await command(pools, url)
  } finally {
    await pools?.close()
    await cluster?.stop()
  }
}

try {
  process.exitCode = (await run()) ? 0 : 1
} catch (cause) {
  console.error(cause instanceof SetupError ? cause.message : cause)
  process.exitCode = 2
}
