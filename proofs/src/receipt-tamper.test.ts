import { describe, expect, test } from 'vitest'
import { makeDocument, makeKey, makeOrder, makeReceipt, makeTicks, noon } from '../test/build-receipts.ts'
import { edits, type Edit } from '../test/edit-documents.ts'
import { nobleCrypto } from './crypto-noble.ts'
import { settledReceipt } from './receipt-document.ts'
import type { SettledReceipt } from './receipt.ts'
import type { TickRecord } from './settle.ts'
import { verifyReceipt } from './verify-receipt.ts'

const key = makeKey()
const { signer, keys } = key
const rising = makeTicks(70, (second) => 108_512n + BigInt(second))
const won = makeDocument({ ticks: rising, signer })
const sealed = makeDocument({ ticks: rising.slice(0, 64), seals: true, signer })
const sale = { acceptedAt: noon + 40_000, seenSeq: 81, ticks: makeTicks(70, () => 108_520n), sigma: '0.0000213' }
const sold = makeDocument({ order: { limitTime: 120 }, ticks: makeTicks(70), sale, signer })
const documents = {
  accepted: makeReceipt(makeOrder(), signer),
  won,
  lost: makeDocument({ order: { direction: 'DOWN' }, ticks: rising, signer }),
  tie: makeDocument({ ticks: makeTicks(70), signer }),
  'void without an entry': makeDocument({ ticks: makeTicks(0), signer }),
  'void without an exit': makeDocument({ ticks: makeTicks(55), signer }),
  sold,
  sealed,
}
const check = (document: unknown) =>
  verifyReceipt(typeof document === 'string' ? document : JSON.stringify(document), keys)

/** Ticks as they would have been recorded: numbered without gaps. */
const renumbered = (ticks: readonly TickRecord[]): TickRecord[] =>
  ticks.map((tick, index) => ({ ...tick, seq: 41 + index }))

describe('an untouched receipt', () => {
  test.each(Object.entries(documents))(
    'that is %s is right, in both libraries and however it is spaced',
    (_name, document) => {
      expect(check(document)).toMatchObject({ ok: true, findings: [] })
      expect(verifyReceipt(JSON.stringify(document), { ...keys, crypto: nobleCrypto }).findings).toEqual([])
      expect(check(`\n${JSON.stringify(document, null, 2)}\n`).findings).toEqual([])
    },
  )

  test('shows its arithmetic', () => {
    expect(check(won).arithmetic).toEqual([
      'entry = 1.08513 (#42, 2026-11-21T12:00:01.000Z)',
      'T = 2026-11-21T12:00:01.000Z + 60 s = 2026-11-21T12:01:01.000Z',
      'exit = 1.08573 (#102, 2026-11-21T12:01:01.000Z)',
      'exit 1.08573 > entry 1.08513, UP ⇒ WON',
      'gain = +⌊100.000000 × 0.940000⌋ = +94.000000',
    ])
    expect(check(sold).arithmetic.at(-1)).toBe(`gain = ${sold.settlement.sale?.price} - 100.000000`)
  })
})

describe('a touched receipt', () => {
  const touched = (edit: Edit): string => `${edit.what} ${edit.at}`
  test.each(Object.entries(documents))(
    'that was %s is refused whatever was touched, and the location is named',
    (_name, document) => {
      const all = edits(document)
      expect(new Set(all.map((edit) => edit.what))).toEqual(new Set(['change', 'remove', 'add', 'repeat', 'swap']))
      for (const edit of all) {
        const { ok, findings } = check(edit.text)
        expect(ok, touched(edit)).toBe(false)
        expect(findings.length, touched(edit)).toBeGreaterThan(0)
        const locations = findings.map(({ at }) => at)
        const named = locations.some((at) => at.startsWith(edit.at) || edit.at.startsWith(at.replace(/ .*$/, '')))
        expect(named, `${touched(edit)} was reported at ${locations.join(', ')}`).toBe(true)
      }
    },
  )

  test('signed with another key is distinguished', () => {
    const other = makeKey()
    expect(verifyReceipt(JSON.stringify(won), other.keys).findings).toContainEqual(
      expect.objectContaining({ is: 'otherKey', at: 'proof.keyId' }),
    )
    const forged = makeDocument({
      order: { stake: '200.000000' },
      ticks: rising,
      signer: { ...other.signer, keyId: signer.keyId },
    })
    expect(check(forged).findings).toContainEqual({ is: 'unsigned', at: 'proof.signature' })
  })

  test.each([
    ['1e3', '"limitTime":60', '"limitTime":6e1', 'order.limitTime'],
    ['a decimal point', '"limitTime":60', '"limitTime":60.0', 'order.limitTime'],
    ['a minus zero', '"index":2', '"index":-0', 'proof.index'],
    ['a text for a number', '"limitTime":60', '"limitTime":"60"', 'order.limitTime'],
    ['a shorter amount', '"stake":"100.000000"', '"stake":"100"', 'order.stake'],
    ['other digits', '"stake":"100.000000"', '"stake":"١٠٠.000000"', 'order.stake'],
  ])('%s in place of the same value is no receipt', (_name, from, to, at) => {
    const text = JSON.stringify(won)
    expect(text).toContain(from)
    expect(check(text.replace(from, to)).findings).toContainEqual({ is: 'malformed', at })
  })

  test('saved again by another program, with its own spaces and escapes, is the same receipt', () => {
    const escaped = [...JSON.stringify(won)]
      .map((sign) => (sign > '~' ? `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}` : sign))
      .join('')
    expect(check(escaped.replace('"code":"EURUSD"', '"code" : "\\u0045URUSD"')).findings).toEqual([])
  })

  test.each(['', '{', '[]', 'null', '{"v":1}', '{"v":1}{}', '"a"', '{"__proto__":1}'])('%j is no receipt', (text) => {
    expect(check(text)).toMatchObject({ ok: false })
  })
  test('a hundred thousand brackets are no receipt', () => {
    expect(check('['.repeat(100_000)).findings).toEqual([{ is: 'notJson', at: 'not JSON at character 41' }])
  })
})

describe('a server that signs what it should not', () => {
  const resigned = (change: (document: SettledReceipt) => object): SettledReceipt => {
    const { v, order, proof, settlement, seals } = sealed
    const changed = { settlement, seals, ...change(sealed) }
    return settledReceipt({ v, order, proof }, changed, signer)
  }
  test('another result from the same ticks is computed again', () => {
    const document = resigned(({ settlement }) => ({
      settlement: { ...settlement, status: 'LOST', gain: '-100.000000' },
    }))
    const { findings } = check(document)
    expect(findings).toContainEqual({ is: 'recomputed', at: 'settlement.status', expected: 'WON', found: 'LOST' })
    expect(findings).toContainEqual({
      is: 'recomputed',
      at: 'settlement.gain',
      expected: '94.000000',
      found: '-100.000000',
    })
  })

  test('a tick that is not the sealed one is named', () => {
    const document = resigned(({ settlement }) => ({
      settlement: {
        ...settlement,
        exitTicks: settlement.exitTicks.with(5, { ...settlement.exitTicks[5]!, price: '1.08400' }),
      },
    }))
    expect(check(document).findings).toContainEqual(
      expect.objectContaining({ is: 'changed', at: 'settlement.exitTicks[5]' }),
    )
  })

  test('a tick that is left out shows, sealed or not', () => {
    const shorter = ({ settlement }: SettledReceipt) => ({
      settlement: { ...settlement, exitTicks: settlement.exitTicks.toSpliced(5, 1) },
    })
    expect(check(resigned(shorter)).findings).toContainEqual({ is: 'leftOut', at: '#101' })
    const unsealed = check(resigned((document) => ({ ...shorter(document), seals: null })))
    expect(unsealed.findings).toContainEqual({
      is: 'gap',
      at: 'settlement.exitTicks[5].seq',
      expected: '101',
      found: '102',
    })
  })

  test('a void that hides the ticks it had shows against the sealed minutes, and is open without them', () => {
    const hiding = (seals: SettledReceipt['seals']): SettledReceipt => {
      const { settlement } = makeDocument({ ticks: rising.slice(0, 55), signer })
      return resigned(() => ({ settlement, seals }))
    }
    expect(hiding(null).settlement.voidReason).toBe('FEED_INVALID')
    expect(check(hiding(sealed.seals)).findings).toContainEqual({ is: 'leftOut', at: '#102' })
    expect(check(hiding(null))).toMatchObject({ ok: true, notes: [{ is: 'open', at: 'settlement.exitTicks' }] })
  })

  test('nothing is open once the next tick is there', () => {
    const without = (seconds: readonly number[]) =>
      makeDocument({ ticks: renumbered(rising.filter(({ ts }) => !seconds.includes((ts - noon) / 1000))), signer })
    const silent = Array.from({ length: 8 }, (_, index) => 55 + index)
    const closed = { ok: true, findings: [], notes: [] }
    for (const name of ['won', 'lost', 'tie', 'sold', 'sealed'] as const)
      expect(check(documents[name])).toMatchObject(closed)
    const unentered = without([1, 2, 3, 4, 5])
    expect(unentered.settlement.voidReason).toBe('NO_ENTRY_TICK')
    expect(check(unentered)).toMatchObject(closed)
    const unmatched = without(silent)
    expect(unmatched.settlement.voidReason).toBe('FEED_INVALID')
    expect(check(unmatched)).toMatchObject(closed)
    expect(check(documents['void without an entry']).notes).toEqual([{ is: 'open', at: 'settlement.entryTicks' }])
  })

  test('a sealed minute whose ticks were rewritten does not lead to the head', () => {
    const document = resigned(({ seals }) => ({
      seals: {
        ...seals,
        ticks: seals?.ticks.map((each) => ({
          ...each,
          ticks: each.ticks.with(0, [41, each.ticks[0]?.[1] ?? 0, '1.00000', false, 'simulated']),
        })),
      },
    }))
    expect(check(document).findings.some(({ is }) => is === 'seal' || is === 'gap')).toBe(true)
  })

  test('a probability that another engine rounds differently is accepted, two steps off is not', () => {
    const { sale: facts } = sold.settlement
    const nudged = (steps: bigint): SettledReceipt => {
      const p = BigInt((facts?.p ?? '').replace('.', '')) + steps
      return makeDocument({ order: { limitTime: 120 }, ticks: makeTicks(70), sale: { ...sale, pPpm: p }, signer })
    }
    expect(nudged(1n).settlement.sale?.p).not.toBe(facts?.p)
    expect(check(nudged(1n)).findings).toEqual([])
    expect(nudged(2n).settlement.sale?.p).toBe(facts?.p)
  })
})
