import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { SetupError, readConfig } from '../../server/src/kernel/config/config.ts'
import { migrate } from '../../server/src/kernel/db/migrate.ts'
import { openCluster } from '../../server/src/kernel/postgres/postgres.ts'
import { SeedRefused, seedAccounts } from './seed-accounts.ts'

// `npm run seed -- --accounts N [--sessions M --tokens FILE] [--password TEXT]`: N more made-up customers in the database
// of DATA_DIR (with the program stopped) or DATABASE_URL.

const { values } = parseArgs({
  options: {
    accounts: { type: 'string' },
    sessions: { type: 'string', default: '0' },
    tokens: { type: 'string' },
    password: { type: 'string' },
  },
})

function countOf(name: string, text: string | undefined): number {
  if (text === undefined || !/^[0-9]{1,8}$/.test(text))
    throw new SetupError(`State how many: npm run seed -- --${name} 1000`)
  return Number(text)
}

function showProgress(): (params: { table: string; done: number; rows: number }) => void {
  let shown = ''
  return ({ table, done, rows }) => {
    const text = `${table.padEnd(20)} ${String(Math.floor((done * 100) / rows)).padStart(3)} %`
    if (text === shown) return
    shown = text
    process.stdout.write(
      process.stdout.isTTY ? `\r${text}${done === rows ? '\n' : ''}` : done === rows ? `${text}\n` : '',
    )
  }
}

async function seed(): Promise<void> {
  const config = readConfig(process.env)
  if (config.mode === 'live') throw new SetupError('A live installation takes no made-up accounts: seed a sandbox.')
  const accounts = countOf('accounts', values.accounts)
  const cluster = config.databaseUrl === undefined ? await openCluster({ dataDir: config.dataDir }) : undefined
  try {
    const url = config.databaseUrl ?? cluster?.url() ?? ''
    await migrate(url)
    const { tokens, seconds } = await seedAccounts({
      url,
      accounts,
      sessions: countOf('sessions', values.sessions),
      ...(values.password === undefined ? {} : { password: values.password }),
      onProgress: showProgress(),
    })
    if (values.tokens !== undefined) writeFileSync(values.tokens, `${tokens.join('\n')}\n`, { mode: 0o600 })
    console.log(`${accounts} accounts loaded in ${seconds.toFixed(1)} s.`)
  } finally {
    await cluster?.stop()
  }
}

try {
  await seed()
} catch (cause) {
  console.error(cause instanceof SetupError || cause instanceof SeedRefused ? cause.message : cause)
  process.exitCode = 1
}
