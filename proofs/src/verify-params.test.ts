import { describe, expect, test } from 'vitest'
import { receiptUnder, versions } from '../test/build-params.ts'
import { makeKey, noon } from '../test/build-receipts.ts'
import { edits } from '../test/edit-documents.ts'
import { heldAt, verifyParams } from './verify-params.ts'

const { signer, keys } = makeKey()
const day = 86_400_000
const named = (name: string, document: unknown) => ({ name, text: JSON.stringify(document) })
const early = named('early', receiptUnder(1, { at: noon, signer }))
const late = named('late', receiptUnder(1, { at: noon + 3_600_000, signer }))
const second = named('second', receiptUnder(2, { at: noon + day, signer }))
const verify = (document: unknown, ...receipts: (typeof early)[]) =>
  verifyParams(JSON.stringify(document), receipts, keys)

describe('published parameters', () => {
  test('are those that signed receipts name, from the first of them to the last', () => {
    for (const document of [versions, { code: 200, result: versions }]) {
      const verdict = verify(document, second, late, early)
      expect(verdict).toMatchObject({ ok: true, unproved: [{ key: 'resale' }] })
      expect(verdict.held.map(({ param, from, to }) => [param.version, from, to])).toEqual([
        [1, noon, noon + 3_600_000],
        [2, noon + day, noon + day],
      ])
      expect(heldAt(verdict.held, noon + 60_000)?.param.version).toBe(1)
      expect(heldAt(verdict.held, noon + 3_600_001)).toBeUndefined()
    }
  })

  test('that were touched anywhere are not right, but for what no hash covers', () => {
    const [options] = versions
    const passed = edits([options]).filter(({ text }) => verifyParams(text, [early], keys).ok)
    // A null in the place of a reason or a moment may be any text or time; the value and its hash are as they were.
    expect(new Set(passed.map(({ what, at }) => `${what} ${at}`))).toEqual(
      new Set(['change [0].reason', 'change [0].approvedAt', 'change [0].appliesAt']),
    )
    const [row = ''] = /"max":"[^"]+"/.exec(options?.value ?? '') ?? []
    expect(
      verify([{ ...options, value: options?.value.replace(row, '"max":"900.00"') }], early).findings,
    ).toMatchObject([{ is: 'hashed', at: '[0].hash' }])
  })

  test('of other terms than those a receipt was accepted under are named with the receipt', () => {
    const other = versions.map((one) => (one.key === 'options' ? { ...one, version: 3 - one.version } : one))
    expect(verify(other, early).findings).toMatchObject([{ is: 'otherTerms', at: 'early: order.paramsHash' }])
    const cut = named('cut', receiptUnder(1, { at: noon, signer, rate: '0.900000' }))
    expect(verify(versions, cut).findings).toMatchObject([{ is: 'otherTerms', at: 'cut: order.payoutRate' }])
    const hasty = named('hasty', receiptUnder(2, { at: noon + day - 1, signer }))
    expect(verify(versions, hasty).findings).toMatchObject([{ is: 'otherTerms', at: 'hasty: order.acceptedAt' }])
    expect(verify(versions.slice(0, 2), second).findings).toEqual([{ is: 'missing', at: 'options 2' }])
  })

  test('do not go back to an older version', () => {
    const back = named('back', receiptUnder(1, { at: noon + 2 * day, signer }))
    expect(verify(versions, second, back).findings).toMatchObject([
      { is: 'otherTerms', at: 'back: order.paramsVersion' },
    ])
  })

  test('are not proved by a receipt of another key, or one that was touched', () => {
    const foreign = named('foreign', receiptUnder(1, { at: noon, signer: makeKey().signer }))
    expect(verify(versions, foreign).findings).toMatchObject([{ is: 'otherKey', at: 'foreign: proof.keyId' }])
    const touched = { name: 'touched', text: early.text.replace('"stake":"100.', '"stake":"900.') }
    expect(verify(versions, touched).ok).toBe(false)
  })
})
