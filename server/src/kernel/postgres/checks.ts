import pg from 'pg'
import { SetupError } from '../config/config.ts'
import { major } from './failure.ts'

// Without one of these an order that was confirmed can be lost in a crash.
const durable = ['fsync', 'full_page_writes', 'synchronous_commit'] as const
const lasting = new Set(['on', 'remote_write', 'remote_apply', 'local'])

type Settings = { name: string; setting: string }[]

async function readSettings(url: string): Promise<Settings> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, query_timeout: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const wanted = [...durable, 'server_version_num']
    return (
      await client.query<Settings[number]>('select name, setting from pg_settings where name = any($1)', [wanted])
    ).rows
  } catch (cause) {
    const why = cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code : String(cause)
    throw new SetupError(
      `The database cannot be reached (${why}): check DATABASE_URL and that PostgreSQL ${major} runs there, then start again.`,
      { cause },
    )
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Refuses, with a SetupError of one sentence, a database at `url` that cannot be reached, is older than our version, or
 * may lose what it confirmed. Called at every start, for the built-in database as for one named by DATABASE_URL.
 */
export async function mustBeDurable(url: string): Promise<void> {
  const settings = new Map((await readSettings(url)).map(({ name, setting }) => [name, setting]))
  const version = Math.floor(Number(settings.get('server_version_num')) / 10_000)
  if (version < Number(major)) {
    throw new SetupError(
      `The database is PostgreSQL ${version}, but this program needs ${major}: point DATABASE_URL at a PostgreSQL ${major} server.`,
    )
  }
  const loose = durable.find((name) => !lasting.has(settings.get(name) ?? ''))
  if (loose !== undefined) {
    throw new SetupError(
      `The database has ${loose} = ${settings.get(loose)}, so a crash could lose confirmed orders: set it to on and start again.`,
    )
  }
}
