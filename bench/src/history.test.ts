import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { goals, type Figure } from './goals.ts'
import { keepRun, medianOfThree, pastRuns } from './history.ts'
import { plotOf } from './plot.ts'

const folder = mkdtempSync(join(tmpdir(), 'evenhand-history-'))
const file = join(folder, 'history.jsonl')
afterAll(() => rmSync(folder, { recursive: true }))

const what = 'settlement rate ÷ TPC-B'
const machine = { cpu: 'one', cores: 2, memoryGiB: 24, node: '24', load: 1, syncsPerSecond: 9000 }
const runOf = (value: number, load = 1) => ({
  at: '2026-11-26T12:00:00.000Z',
  part: 'settle',
  command: 'npm run bench:settle',
  machine: { ...machine, load },
  figures: [
    { part: 'settle', what, value, unit: '×', goal: goals.settle, note: '' },
    { part: 'settle', what: 'TPC-B', value: 4000, unit: 'tps', note: '' },
  ] satisfies Figure[],
})

test('a run is one line with its commit and what has a goal; nothing measured is no run', () => {
  expect(pastRuns(file)).toEqual([])
  keepRun(runOf(7.376_12), file)
  keepRun({ ...runOf(1), figures: [] }, file)
  const [run, ...more] = pastRuns(file)
  expect(more).toEqual([])
  expect(run).toMatchObject({ part: 'settle', figures: { [what]: 7.376 } })
  expect(run?.commit).toMatch(/^([0-9a-f]{8}\+?|unknown)$/)
})

test('the median is of three runs on a quiet machine, and is none before', () => {
  const medianNow = () => medianOfThree(pastRuns(file), runOf(0), what)
  keepRun(runOf(9), file)
  expect(medianNow()).toBeUndefined()
  keepRun(runOf(1, 28), file)
  expect(medianNow()).toBeUndefined()
  keepRun(runOf(12), file)
  expect(medianNow()).toBe(9)
  keepRun(runOf(13), file)
  expect(medianNow()).toBe(12)
})

test('the picture has a point a quiet run and the lines of the goal', () => {
  const picture = plotOf(pastRuns(file))
  expect(picture.match(/<circle/g)).toHaveLength(pastRuns(file).length - 1)
  expect(picture).toContain(`≥ ${goals.settle.floor}`)
})

test('a connection that is no run is an error, not skipped', () => {
  appendFileSync(file, 'half a li\n')
  expect(() => pastRuns(file)).toThrow()
})
