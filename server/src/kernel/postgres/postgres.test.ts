import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { mustBeDurable } from './checks.ts'
import { openCluster, type Cluster } from './postgres.ts'
import { productFolder } from '../../../test/fast-folder.ts'
import { promised } from '../../../test/promised.ts'

const small = { shared_buffers: '32MB', max_connections: '20' }
let running: Cluster[] = []
let folders: string[] = []

const newFolder = (): string => {
  const folder = productFolder()
  folders.push(folder)
  return folder
}
/** A cluster is made once, which takes most of the time of a test: others begin with a copy of it, stopped in order. */
let made = ''
const folderWithCluster = (): string => {
  const folder = newFolder()
  // Where PostgreSQL cannot enter the folder its data stand elsewhere, and each test makes its own.
  const data = join(made, 'postgres')
  if (existsSync(data)) execFileSync('cp', ['-a', data, folder])
  return folder
}
const open = async (dataDir: string, settings: Record<string, string> = {}): Promise<Cluster> => {
  const cluster = await openCluster({ dataDir, settings: { ...small, ...settings } })
  running.push(cluster)
  return cluster
}
const refusal = async (opening: Promise<unknown>): Promise<{ name: string; message: string }> =>
  await opening.then(
    () => ({ name: '', message: 'was not refused' }),
    ({ name, message }: Error) => ({ name, message }),
  )
const request = async (url: string, text: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end().catch(() => {})
  }
}
const postmasterIn = (file: string): number => Number(readFileSync(file, 'utf8').split('\n')[0])
const postmaster = (cluster: Cluster): number => postmasterIn(join(cluster.dataFolder, 'postmaster.pid'))

beforeAll(async () => {
  made = productFolder()
  await (await openCluster({ dataDir: made, settings: small })).stop()
})
afterAll(() => rmSync(made, { recursive: true, force: true }))
afterEach(async () => {
  await Promise.all(running.map((cluster) => cluster.stop()))
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  running = []
  folders = []
})

test('keeps its data over a stop, durably, with checksums and without TCP', async () => {
  const folder = newFolder()
  const first = await open(folder)
  await request(first.url(), 'create table kept as select 7 as x')
  await mustBeDurable(first.url())
  expect(
    await request(
      first.url(),
      "select current_setting('data_checksums') as sums, current_setting('listen_addresses') as tcp",
    ),
  ).toEqual([{ sums: 'on', tcp: '' }])
  await first.stop()
  expect(await request((await open(folder)).url(), 'select x from kept')).toEqual([{ x: 7 }])
})

test('comes back at the same address by itself when PostgreSQL is killed', async () => {
  const cluster = await open(folderWithCluster())
  await request(cluster.url(), 'create table kept as select 7 as x')
  const before = postmaster(cluster)
  process.kill(before, 'SIGKILL')
  await expect
    .poll(() => request(cluster.url(), 'select x from kept').catch(() => undefined), { timeout: 15_000, interval: 50 })
    .toEqual([{ x: 7 }])
  expect(postmaster(cluster)).not.toBe(before)
})

test('starts no database after it was stopped between a death and the next start', async () => {
  const cluster = await open(folderWithCluster())
  const file = join(cluster.dataFolder, 'postmaster.pid')
  const pid = postmaster(cluster)
  // The shell that is tied to our life; its end is what we see of the death.
  const shell = Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => existsSync(`/proc/${shell}`), { interval: 5 }).toBe(false)
  await cluster.stop()
  // What would be started after that, within a tenth of a second, writes its own lock file.
  const started = vi.waitFor(() => expect(postmasterIn(file)).not.toBe(pid), { timeout: 1500 })
  await expect(started).rejects.toThrow()
})

test('starts over the empty lock file of a postmaster that was killed as it made it', async () => {
  const folder = folderWithCluster()
  const cluster = await open(folder)
  await cluster.stop()
  const lock = join(cluster.dataFolder, 'postmaster.pid')
  writeFileSync(lock, '')
  utimesSync(lock, 0, 0)
  expect(await request((await open(folder)).url(), 'select 7 as x')).toEqual([{ x: 7 }])
})

test('reports in one sentence that the folder is in use', async () => {
  const folder = folderWithCluster()
  await open(folder)
  const began = performance.now()
  const { name, message } = await refusal(open(folder))
  expect([name, message]).toEqual([
    'SetupError',
    expect.stringMatching(/is in use by another Evenhand: stop that one, or set DATA_DIR/),
  ])
  expect(performance.now() - began).toBeLessThan(promised(3000))
})

test('reports in one sentence that the data are damaged', async () => {
  const folder = folderWithCluster()
  const cluster = await open(folder)
  await cluster.stop()
  writeFileSync(join(cluster.dataFolder, 'global', 'pg_control'), Buffer.alloc(8192))
  const { name, message } = await refusal(open(folder))
  expect([name, message]).toEqual(['SetupError', expect.stringMatching(/is damaged \(.+\): restore it from a backup/)])
})

test('reports it too when PostgreSQL starts and then cannot read its catalogue', async () => {
  const folder = folderWithCluster()
  const cluster = await open(folder)
  const [row] = await request(cluster.url('evenhand', 'postgres'), "select pg_relation_filepath('pg_class') as file")
  await cluster.stop()
  writeFileSync(join(cluster.dataFolder, String(row?.['file'])), Buffer.alloc(8192 * 14, 7))
  rmSync(join(cluster.dataFolder, String(row?.['file']).replace(/[^/]+$/, 'pg_internal.init')), { force: true })
  const { name, message } = await refusal(open(folder))
  expect([name, message]).toEqual(['SetupError', expect.stringMatching(/is damaged \(.+\): restore it from a backup/)])
})

test('reports in one sentence that the data are from a newer version', async () => {
  const folder = folderWithCluster()
  const cluster = await open(folder)
  await cluster.stop()
  writeFileSync(join(cluster.dataFolder, 'PG_VERSION'), '19\n')
  const { name, message } = await refusal(open(folder))
  expect([name, message]).toEqual([
    'SetupError',
    expect.stringMatching(/from a newer version of the program \(PostgreSQL 19/),
  ])
})

test('begins anew after a start that was killed while it made the cluster', async () => {
  const folder = newFolder()
  mkdirSync(join(folder, 'postgres', 'new-4194999', 'base'), { recursive: true })
  writeFileSync(join(folder, 'postgres', 'new-4194999', 'PG_VERSION'), '18\n')
  if (process.getuid?.() === 0) execFileSync('chown', ['-R', 'nobody', join(folder, 'postgres')])
  expect(await request((await open(folder)).url(), 'select 1 as x')).toEqual([{ x: 1 }])
})

test.runIf(process.getuid?.() === 0)(
  'as root in a closed folder keeps the data outside and finds them again',
  async () => {
    const closed = newFolder()
    execFileSync('chmod', ['700', closed])
    const folder = join(closed, 'data')
    const first = await open(folder)
    expect(first.dataFolder.startsWith(closed)).toBe(false)
    folders.push(join(first.dataFolder, '..'))
    await request(first.url(), 'create table kept as select 7 as x')
    await first.stop()
    expect(await request((await open(folder)).url(), 'select x from kept')).toEqual([{ x: 7 }])
  },
)

test('refuses a database that may lose what it confirmed, and one that is not there', async () => {
  const cluster = await open(folderWithCluster(), { fsync: 'off' })
  expect((await refusal(mustBeDurable(cluster.url()))).message).toContain('fsync = off')
  await cluster.stop()
  const { name, message } = await refusal(mustBeDurable('postgres://nobody@127.0.0.1:9/none'))
  expect([name, message]).toEqual(['SetupError', expect.stringContaining('cannot be reached (connect ECONNREFUSED')])
})
