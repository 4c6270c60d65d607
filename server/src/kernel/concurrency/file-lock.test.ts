import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { withFileLock } from './file-lock.ts'

const folder = mkdtempSync(join(tmpdir(), 'evenhand-lock-'))
const file = join(folder, 'lock')
afterAll(() => rmSync(folder, { recursive: true }))

test('one after the other, also after a task that failed', async () => {
  let inside = 0
  let max = 0
  const task = async (): Promise<void> => {
    max = Math.max(max, ++inside)
    await new Promise((resolve) => setImmediate(resolve))
    inside -= 1
    throw new Error('reported')
  }
  const results = await Promise.allSettled([1, 2, 3].map(() => withFileLock(file, task)))
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(max).toBe(1)
})

test('what a killed program left behind is passed over', async () => {
  writeFileSync(file, '999999999')
  expect(await withFileLock(file, async () => 'ran')).toBe('ran')
})
