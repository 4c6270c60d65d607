import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { cleanWithin, type Clean, type Unfit } from './clean-image.ts'

const program = fileURLToPath(new URL('../../../../test/hostile-decoder.ts', import.meta.url))
const wish = { format: 'jpeg', minSide: 1, maxSide: 4096 } as const
const beginnings = { jpeg: 'ffd8ffe000104a4649460001', jp2: '0000000c6a5020200d0a870a' }
// Whatever ends by itself is given the time that a busy machine takes to start it.
const bounds = { program, maxWorkMs: 30_000, maxMs: 30_000, maxKb: 300 * 1024 }
const briefMs = 1500

const clean = (does: string, kind: keyof typeof beginnings = 'jpeg', maxMs = bounds.maxMs): Promise<Clean | Unfit> => {
  const head = Buffer.from(beginnings[kind], 'hex')
  return cleanWithin({ ...bounds, maxMs }, { source: { bytes: Buffer.concat([head, Buffer.from(does)]) }, head, wish })
}
const children = (): number => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length
// Of this worker's files one after the other; those of another file are none of ours.
const childrenBefore = children()
const childrenLeft = (): number => Math.max(0, children() - childrenBefore)

describe.each(['jpeg', 'jp2'] as const)('a decoder of %s', (kind) => {
  test.each([
    ['never ends', 'tooManyPixels', briefMs],
    ['waits', 'tooManyPixels', briefMs],
    ['writes half', 'damaged', bounds.maxMs],
    ['writes nothing', 'damaged', bounds.maxMs],
  ])('that %s is ended, and its picture refused', async (does, reason, maxMs) => {
    const began = performance.now()
    expect(await clean(does, kind, maxMs)).toBe(reason)
    expect(performance.now() - began).toBeLessThan(maxMs + 4000)
    await expect.poll(childrenLeft).toBe(0)
  })

  test.each([
    ['is killed', 'SIGKILL'],
    ['is killed midway', 'SIGKILL'],
    ['has no memory', 'out of memory'],
  ])('that %s is a fault of the machine, and no verdict about its picture', async (does, why) => {
    await expect(clean(does, kind)).rejects.toThrow(why)
    await expect.poll(childrenLeft).toBe(0)
  })

  test('that cannot be started is a fault of the machine', async () => {
    const nowhere = { ...bounds, program: '/nowhere/decoder.ts' }
    await expect(cleanWithin(nowhere, sourceOf('anything', kind))).rejects.toThrow('not started')
  })

  test.skipIf(process.platform !== 'linux')('is ended by its own work, and not by that of others', async () => {
    const patient = { ...bounds, maxWorkMs: briefMs, maxMs: 120_000 }
    const began = performance.now()
    expect(await cleanWithin(patient, sourceOf('never ends', kind))).toBe('tooManyPixels')
    expect(performance.now() - began).toBeLessThan(60_000)
    // One that only waits has done no work, however long it takes.
    const idle = performance.now()
    expect(await cleanWithin({ ...patient, maxMs: 3 * briefMs }, sourceOf('waits', kind))).toBe('tooManyPixels')
    expect(performance.now() - idle).toBeGreaterThanOrEqual(3 * briefMs - 50)
    await expect.poll(childrenLeft).toBe(0)
  })

  test.skipIf(process.platform !== 'linux')('that takes all memory is ended long before its time', async () => {
    const before = process.memoryUsage.rss()
    expect(await cleanWithin({ ...bounds, maxMs: 60_000 }, sourceOf('takes everything', kind))).toBe('tooManyPixels')
    expect(process.memoryUsage.rss() - before).toBeLessThan(100 * 1024 * 1024)
    await expect.poll(childrenLeft).toBe(0)
  })

  test('that writes without end is ended', async () => {
    const before = process.memoryUsage.rss()
    expect(['damaged', 'tooManyPixels']).toContain(await clean('writes on', kind, briefMs))
    expect(process.memoryUsage.rss() - before).toBeLessThan(150 * 1024 * 1024)
    await expect.poll(childrenLeft).toBe(0)
  })
})

const sourceOf = (does: string, kind: keyof typeof beginnings) => {
  const head = Buffer.from(beginnings[kind], 'hex')
  return { source: { bytes: Buffer.concat([head, Buffer.from(does)]) }, head, wish }
}

test('a captured decoder reads no file of ours, writes none, starts nothing and knows no secret', async () => {
  const outcome = await clean('probes')
  if (typeof outcome === 'string') throw new Error(`refused: ${outcome}`)
  expect(JSON.parse(outcome.bytes.toString())).toMatchObject({
    passwords: 'ERR_ACCESS_DENIED',
    writing: 'ERR_ACCESS_DENIED',
    processes: 'ERR_ACCESS_DENIED',
    environment: '',
  })
  expect(existsSync(join(dirname(program), 'was-here.txt'))).toBe(false)
})
