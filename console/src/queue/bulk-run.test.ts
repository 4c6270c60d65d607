import { Refused, Unreached } from '@evenhand/protocol/wire.ts'
import { expect, test } from 'vitest'
import { runBulk, type BulkOutcome, type DecideCase } from './bulk-run.ts'

const refused = (key: 'notFound' | 'fourEyesNeeded' | 'sessionEnded') =>
  new Refused(key, { code: 1, params: {}, traceId: '' })

/** Runs over cases named by what happens to them; returns the outcome of each. */
async function run(ids: readonly string[], decide: DecideCase, stopAfter = Infinity) {
  const outcomes = new Map<string, BulkOutcome['kind']>()
  await runBulk({
    ids,
    decide,
    onOutcome: (id, { kind }) => void outcomes.set(id, kind),
    isStopped: () => outcomes.size >= stopAfter,
  })
  return Object.fromEntries(outcomes)
}

test('each case has its own outcome, and one that is refused holds up no other', async () => {
  const problems: Record<string, Error> = { b: refused('notFound'), c: refused('fourEyesNeeded') }
  const decide: DecideCase = async (id) => {
    if (problems[id]) throw problems[id]
    return id === 'd' ? 'waits' : 'decided'
  }
  expect(await run(['a', 'b', 'c', 'd'], decide)).toEqual({ a: 'decided', b: 'gone', c: 'refused', d: 'waits' })
})

test.each([new Unreached('timeout', { cause: undefined }), refused('sessionEnded'), new Error('not signed')])(
  'after a failure that is not the case’s own the rest stay as they are',
  async (problem) => {
    const decided: string[] = []
    const decide: DecideCase = async (id) => {
      decided.push(id)
      if (id === 'b') throw problem
      return 'decided'
    }
    expect(await run(['a', 'b', 'c', 'd'], decide)).toEqual({ a: 'decided', b: 'refused', c: 'left', d: 'left' })
    expect(decided).toEqual(['a', 'b'])
  },
)

test('a stop lets the case that is being decided end, and begins no other', async () => {
  expect(await run(['a', 'b', 'c'], async () => 'decided', 1)).toEqual({ a: 'decided', b: 'left', c: 'left' })
})
