import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { blockedByCpu } from './main-thread.ts'

const page = { pid: 7, tid: 1 }
const task = (ts: number, tdur: number, thread = page) => ({
  ...thread,
  name: 'RunTask',
  ph: 'X',
  ts,
  dur: 9 * tdur,
  tdur,
})

test('a page is blocked by what its own tasks compute over 50 ms after the first paint, on a slower device', () => {
  const folder = mkdtempSync(join(tmpdir(), 'evenhand-recording-'))
  try {
    const file = join(folder, 'visit.json')
    const start = { ...page, name: 'navigationStart', ph: 'R', ts: 0 }
    const traceEvents = [
      { ...start, args: { data: { documentLoaderURL: 'http://127.0.0.1/' } } },
      task(10, 90_000),
      { ...page, name: 'firstContentfulPaint', ph: 'R', ts: 100 },
      task(200, 10_000),
      task(300, 20_000),
      task(400, 40_000, { pid: 7, tid: 2 }),
      task(500, 15_000),
    ]
    writeFileSync(file, JSON.stringify({ traceEvents }))
    expect(blockedByCpu(file, 4)).toBe(30 + 10)
    expect(blockedByCpu(file, 1)).toBe(0)
    writeFileSync(file, JSON.stringify({ traceEvents: traceEvents.slice(0, 2) }))
    expect(() => blockedByCpu(file, 4)).toThrow('no visit that painted')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
