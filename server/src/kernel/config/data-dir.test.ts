import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeDataDir } from './data-dir.ts'

const folder = mkdtempSync(join(tmpdir(), 'evenhand-data-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('makes the folder with its parents, and leaves one that is there', () => {
  const wanted = join(folder, 'a', 'b')
  makeDataDir(wanted)
  makeDataDir(wanted)
  expect(existsSync(wanted)).toBe(true)
})

test.each([
  ['a file', () => join(folder, 'file')],
  ['a folder under a file', () => join(folder, 'file', 'below')],
  ['a place where nothing can be made', () => '/proc/evenhand/data'],
])('refuses %s with one sentence', (_, path) => {
  writeFileSync(join(folder, 'file'), '')
  expect(() => makeDataDir(path())).toThrow(
    expect.objectContaining({
      name: 'SetupError',
      message: expect.stringMatching(/cannot be written \([A-Z]+\): set DATA_DIR/),
    }),
  )
})
