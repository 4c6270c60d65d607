import { describe, expect, test } from 'vitest'
import { makeFigures, makeHistory, makeStats, queries } from '../test/build-figures.ts'
import { makeKey } from '../test/build-receipts.ts'
import { edits, type Edit } from '../test/edit-documents.ts'
import { nobleCrypto } from './crypto-noble.ts'
import { readPublicKeys, type PublicKeys } from './public-keys.ts'
import { verifyPublishedFigures } from './verify-figures.ts'

const key = makeKey()
const stats = makeStats(key)
const verify = (document: unknown) => verifyPublishedFigures(JSON.stringify(document), key.keys)
const passedOf = (all: readonly Edit[]): string[] =>
  all.filter(({ text }) => verifyPublishedFigures(text, key.keys).ok).map(({ what, at }) => `${what} ${at}`)

describe('published figures', () => {
  test('are right bare and in a response, by the library of the server and by that of the browser', () => {
    const noble = readPublicKeys(key.publicKey, nobleCrypto) as PublicKeys
    for (const document of [stats, { code: 200, result: stats }]) {
      expect(verify(document)).toMatchObject({ ok: true, statements: [{ at: stats.at }] })
      expect(verifyPublishedFigures(JSON.stringify(document), noble).ok).toBe(true)
    }
  })

  test('that were touched anywhere are not right', () => {
    // Queries are found by their hashes: their order states nothing.
    expect(passedOf(edits(stats))).toEqual(['swap queries'])
  })

  test('of another key are not right', () => {
    expect(verify(makeStats(makeKey())).findings).toMatchObject([{ is: 'otherKey', at: 'keyId' }])
  })

  test('name the figure whose SQL is missing', () => {
    expect(verify({ ...stats, queries: queries.slice(0, 1) }).findings).toEqual([
      { is: 'noSql', at: 'figures[2] (volume24h)', expected: queries[1]?.hash },
    ])
  })

  test('name SQL that is not the one whose hash was signed', () => {
    const other = queries.map((query, index) => (index === 1 ? { ...query, sql: `${query.sql} * 2` } : query))
    expect(verify({ ...stats, queries: other }).findings).toMatchObject([{ is: 'hashed', at: 'queries[1].hash' }])
    const refitted = other.map(({ sql }) => ({ hash: key.keys.crypto.sha256(sql), sql }))
    expect(verify({ ...stats, queries: refitted }).findings.map(({ is, at }) => [is, at])).toEqual([
      ['added', 'queries[1]'],
      ['noSql', 'figures[2] (volume24h)'],
    ])
  })

  test('that could steer a terminal, or have no written form, are malformed', () => {
    for (const value of ['\u001b[2J', '\ud800'])
      expect(verify({ ...stats, figures: stats.figures.map((one) => ({ ...one, value })) }).findings[0]).toMatchObject({
        is: 'malformed',
        at: 'figures[0].value',
      })
  })
})

describe('figures of before', () => {
  const history = makeHistory(key)

  test('are right with every SQL they were counted with', () => {
    expect(verify({ code: 200, result: history })).toMatchObject({ ok: true, statements: [{}, {}] })
  })

  test('that were touched anywhere are not right, but for what no signature covers', () => {
    expect(new Set(passedOf(edits(history)))).toEqual(
      new Set(['remove statements', 'swap queries', 'change queries[0].firstAt', 'change queries[1].firstAt']),
    )
  })

  test('that are none prove nothing', () => {
    expect(verify({ ...history, statements: [] }).findings).toMatchObject([{ is: 'missing' }])
  })

  test('name the statement of another key', () => {
    const [newest] = history.statements
    const { findings } = verify({ ...history, statements: [newest, makeFigures(makeKey(), 1_000)] })
    expect(findings).toMatchObject([{ is: 'otherKey', at: 'statements[1].keyId' }])
  })
})
