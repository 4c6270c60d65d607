import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import { readPublicKeys, type PublicKeys } from '@evenhand/proofs/public-keys.ts'
import { verifyHeads } from '@evenhand/proofs/verify-heads.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/database.ts'

const program = fileURLToPath(new URL('../../../test/sealing-process.ts', import.meta.url))
const kills = 10

let database: TestDatabase
const folder = mkdtempSync(join(tmpdir(), 'evenhand-kill-'))
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await database.close()
})

/** Lets a process seal for a while after its first head and kills it where it stands; returns the sizes it printed. */
async function sealUntilKilled(afterMs: number): Promise<number[]> {
  const child = spawn(process.execPath, [program, database.url(), folder], { stdio: ['ignore', 'pipe', 'pipe'] })
  let reported = ''
  let failed = ''
  child.stdout.on('data', (chunk: Buffer) => (reported += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (failed += chunk.toString()))
  const ended = once(child, 'close')
  await Promise.race([once(child.stdout, 'data'), ended])
  await setTimeout(afterMs)
  child.kill('SIGKILL')
  await ended
  expect(failed).toBe('')
  return reported.split('\n').slice(0, -1).map(Number)
}

test('a log whose process is killed again and again has no gap, no fork, and every head that was printed', async () => {
  const reported: number[] = []
  for (let kill = 0; kill < kills; kill += 1) reported.push(...(await sealUntilKilled((kill * 7) % 23)))
  // Each process is killed after its first head at the earliest.
  expect(reported.length).toBeGreaterThanOrEqual(kills)
  const keys = readPublicKeys(readFileSync(join(folder, 'keys', 'public.pem'), 'utf8'), nodeCrypto) as PublicKeys
  for (const name of ['heads', 'elsewhere']) {
    const dir = join(folder, name)
    const { findings, heads } = verifyHeads(
      readdirSync(dir).map((file) => readFileSync(join(dir, file), 'utf8').replace(/[^\n]*$/, '')),
      keys,
    )
    expect(findings).toEqual([])
    const sizes = new Set(heads.map(({ size }) => size))
    expect(reported.filter((size) => !sizes.has(size))).toEqual([])
  }
  const [count] = await database.asOwner(`
    select count(*)::int as records, count(distinct source)::int as sources, max(seq)::int + 1 as size from books.records`)
  const { records } = count as { records: number }
  expect(count).toEqual({ records, sources: records, size: records })
})
