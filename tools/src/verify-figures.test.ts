import { describe, expect, test } from 'vitest'
import { makeHistory, makeStats, queries } from '../../proofs/test/build-figures.ts'
import { makeKey } from '../../proofs/test/build-receipts.ts'
import { verifyCommand } from '../test/verify-command.ts'

const { put, run } = verifyCommand()
const key = makeKey()
const keyFile = put('public.pem', key.pem)
const check = (name: string, document: unknown, lang = 'en') =>
  run('stats', put(name, JSON.stringify(document)), '--key', keyFile, '--lang', lang)

describe('published figures', () => {
  test('are shown with the moment and the query of each', () => {
    const { code, lines } = check('stats.json', { code: 200, result: makeStats(key) })
    expect(code).toBe(0)
    expect(lines).toEqual([
      'Figures of evenhand/test, 2026-11-21T12:00:00.000Z:',
      '  lowestFeePct     0.05  (2026-11-21T12:00:00.000Z)',
      '  registeredUsers  42  (2026-11-21T11:59:59.000Z, registeredUsers/1)',
      '  volume24h        —  (2026-11-21T12:00:00.000Z, volume24h/1)',
      `Signed with key ${key.signer.keyId}`,
      'Right: every figure is as it was signed, and the SQL with each signed hash is given.',
    ])
  })

  test('of before are counted, down to the oldest', () => {
    const { code, lines } = check('history.json', makeHistory(key))
    expect(code).toBe(0)
    expect(lines).toContain('Earlier statements: 1, back to 2026-11-21T11:00:00.000Z.')
  })

  test('that are not as they were signed end with 1 and name what differs', () => {
    const stats = makeStats(key)
    const raised = stats.figures.map((one) => (one.name === 'registeredUsers' ? { ...one, value: '43' } : one))
    const { code, lines } = check('raised.json', { ...stats, figures: raised })
    expect([code, lines]).toEqual([1, expect.arrayContaining(['  ✗ signature does not match what it signs.'])])
    const other = queries.map((query, index) => (index === 0 ? { ...query, sql: 'select 43' } : query))
    expect(check('other.json', { ...stats, queries: other }).lines).toContain(
      '  ✗ queries[0].hash is not the hash of what it stands for.',
    )
    expect(check('without.json', { ...stats, queries: queries.slice(1) }, 'it').lines).toContain(
      '  ✗ figures[1] (registeredUsers): manca l’SQL che corrisponde all’hash firmato.',
    )
    expect(check('foreign.json', makeStats(makeKey())).code).toBe(1)
  })
})
