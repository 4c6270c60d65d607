import { once } from 'node:events'
import { createHash, randomBytes } from 'node:crypto'
import { finished } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { shippedTermsVersion } from '../../server/src/domains/content/index.ts'
import { createPasswords } from '../../server/src/kernel/crypto/passwords.ts'
import { virtualOpening } from '../../server/src/domains/ledger/index.ts'
import { loadsOf, type Load } from './seed-rows.ts'

export type Seeding = {
  /** The database as its owner. */
  url: string
  accounts: number
  /** How many of the customers are signed in; their tokens are returned. */
  sessions?: number
  /** One password for all of them; without it no sign-in is possible. */
  password?: string
  /** Epoch milliseconds at which they registered; now, unless a test moves its own clock. */
  at?: number
  onProgress?: (params: { table: string; done: number; rows: number }) => void
}

/** One sentence for the person who requested it, instead of a stack. */
export class SeedRefused extends Error {}

/**
 * Loads customers as they are after registration and a first order: identity, ledger accounts, the opening balance with
 * its entry, sessions. One transaction, by COPY; the books add up afterwards. Returns the tokens of the
 * sessions. Refuses a database whose customers are not a sandbox's.
 */
export async function seedAccounts(params: Seeding): Promise<{ tokens: string[]; seconds: number }> {
  const began = performance.now()
  const sessions = Math.min(params.sessions ?? 0, params.accounts)
  const tokens = tokensFor(sessions)
  const client = new pg.Client({
    connectionString: params.url,
    options: '-c timezone=UTC -c client_min_messages=warning',
  })
  await client.connect()
  try {
    await mustBeSandbox(client)
    const passwordHash = params.password === undefined ? undefined : await createPasswords().hash(params.password)
    await client.query('begin')
    await beginLoading(client)
    const loads = loadsOf({
      ...(await reserveNumbers(client, params.accounts)),
      accounts: params.accounts,
      at: new Date(params.at ?? Date.now()),
      termsVersion: shippedTermsVersion(),
      passwordHash,
      sessions,
      tokenOf: (index) => tokens[index] ?? '',
    })
    for (const load of loads) await copy(client, load, params.onProgress ?? (() => {}))
    await issue(client, BigInt(params.accounts) * virtualOpening)
    // A live installation refuses a database that holds this row.
    await client.query('insert into sandbox.seeds (at, accounts) values (now(), $1)', [params.accounts])
    await client.query('alter table ledger.balances set (fillfactor = 90)')
    await client.query('commit')
    for (const { table } of loads) await client.query(`vacuum (analyze) ${table}`)
  } finally {
    await client.end()
  }
  return { tokens, seconds: (performance.now() - began) / 1000 }
}

function tokensFor(count: number): string[] {
  const secret = randomBytes(32)
  return Array.from({ length: count }, (_, index) =>
    createHash('sha256').update(secret).update(`${index}`).digest('base64url'),
  )
}

async function mustBeSandbox(client: pg.Client): Promise<void> {
  const found = await client.query<{ theirs: boolean }>(
    `select exists (select from accounts.customers where email not like '%.evenhand.example')
       and not exists (select from accounts.customers where email like '%@sandbox.evenhand.example') as theirs`,
  )
  if (found.rows[0]?.theirs === true)
    throw new SeedRefused(
      'This database has customers and is no sandbox: seed loads made-up accounts into a sandbox only.',
    )
}

/** No other process opens accounts or posts entries meanwhile, so the numbers taken are one block. */
async function beginLoading(client: pg.Client): Promise<void> {
  await client.query('lock table ledger.accounts, ledger.entries, accounts.customers in share row exclusive mode')
  // Room on every page for what is updated in place, as pages have that were filled by customers coming one by one.
  await client.query('alter table ledger.balances set (fillfactor = 70)')
  // References hold by construction; checking each of them again would double the time. Only a superuser may leave it out.
  await client.query('savepoint trusting')
  await client.query("set local session_replication_role = 'replica'").catch(() => client.query('rollback to trusting'))
}

async function reserveNumbers(client: pg.Client, accounts: number) {
  const block = async (sequence: string): Promise<number> => {
    const taken = await client.query<{ first: string }>(
      `select setval($1::regclass, nextval($1::regclass) + $2::bigint - 1) - $2::bigint + 1 as first`,
      [sequence, accounts],
    )
    return Number(taken.rows[0]?.first)
  }
  const capital = await client.query<{ id: string }>("select id from ledger.accounts where name = 'house:capital'")
  const invites = await client.query<{ invite_code: string }>(
    "select invite_code from accounts.customers where email not like '%@seed.evenhand.example'",
  )
  return {
    firstAccount: await block('ledger.accounts_id_seq'),
    firstEntry: await block('ledger.entry_seq'),
    capital: capital.rows[0]?.id ?? '',
    takenInvites: new Set(invites.rows.map((row) => row.invite_code)),
  }
}

async function issue(client: pg.Client, units: bigint): Promise<void> {
  await client.query(
    `insert into ledger.origins (account_id, asset, issued)
     select id, 2, $1::bigint from ledger.accounts where name = 'house:capital'
     on conflict (account_id, asset) do update set issued = ledger.origins.issued + excluded.issued`,
    [units],
  )
}

const chunkRows = 2000

async function copy(client: pg.Client, load: Load, onProgress: NonNullable<Seeding['onProgress']>): Promise<void> {
  if (load.rows === 0) return
  const stream = client.query(copyFrom(`copy ${load.table} (${load.columns}) from stdin`))
  const ended = finished(stream)
  for (let done = 0; done < load.rows;) {
    const until = Math.min(load.rows, done + chunkRows)
    let text = ''
    while (done < until) text += `${load.line(done++)}\n`
    if (!stream.write(text)) await Promise.race([once(stream, 'drain'), ended])
    onProgress({ table: load.table, done, rows: load.rows })
  }
  stream.end()
  await ended
}
