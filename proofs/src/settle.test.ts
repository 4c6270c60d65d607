import { describe, expect, test } from 'vitest'
import { makeTicks, noon } from '../test/build-receipts.ts'
import { entryOf, exitKindsOf, settle, type OptionTerms, type TickRecord } from './settle.ts'

const terms: OptionTerms = {
  direction: 'UP',
  stake: 100_000_000n,
  payoutPpm: 940_000n,
  limitTime: 60,
  acceptedAt: noon,
  seenSeq: 41,
  exitKinds: ['simulated'],
}
const tick = (seq: number, afterNoon: number, over: Partial<TickRecord> = {}): TickRecord => ({
  seq,
  ts: noon + afterNoon,
  price: 108_512n,
  late: false,
  feedKind: 'simulated',
  ...over,
})
/** Entry at 12:00:01 and exit at 12:01:01. */
const between = (entry: bigint, exit: bigint) => [tick(42, 1000, { price: entry }), tick(102, 61_000, { price: exit })]

describe('golden vectors', () => {
  test.each([
    ['UP', 108_530n, 'WON', 94_000_000n],
    ['UP', 108_500n, 'LOST', -100_000_000n],
    ['DOWN', 108_500n, 'WON', 94_000_000n],
    ['DOWN', 108_530n, 'LOST', -100_000_000n],
    ['UP', 108_512n, 'TIE', 0n],
    ['DOWN', 108_512n, 'TIE', 0n],
  ] as const)('V2, V13: %s with an exit of %d is %s and changes the balance by %d', (direction, exit, status, gain) => {
    expect(settle({ ...terms, direction }, between(108_512n, exit))).toMatchObject({
      status,
      gain,
      expiresAt: noon + 61_000,
    })
  })

  test('V11: a last tick six seconds before T is too old', () => {
    const ticks = [tick(42, 1000), tick(95, 55_000)]
    const settled = settle(terms, ticks)
    expect(settled).toMatchObject({
      status: 'VOID',
      voidReason: 'FEED_INVALID',
      gain: 0n,
      expiresAt: noon + 61_000,
      voidAt: noon + 63_000,
    })
    expect(settle(terms, [...ticks, tick(96, 60_000, { late: true })])).toEqual(settled)
  })

  test('V15: the entry is the first tick half a second after acceptance', () => {
    expect(entryOf(terms, [tick(42, 300), tick(43, 1300)])?.seq).toBe(43)
    expect(settle(terms, [tick(42, 5600)])).toMatchObject({
      status: 'VOID',
      voidReason: 'NO_ENTRY_TICK',
      voidAt: noon + 5000,
      entry: null,
      expiresAt: null,
    })
  })
})

describe('entry', () => {
  test.each([
    ['exactly 500 ms after acceptance counts', [tick(42, 500)], 42],
    ['499 ms does not', [tick(42, 499)], undefined],
    ['exactly 5 s counts', [tick(42, 5000)], 42],
    ['5 001 ms does not', [tick(42, 5001)], undefined],
    ['a tick the server had seen does not', [tick(41, 1000), tick(42, 2000)], 42],
    ['a late tick does not', [tick(42, 1000, { late: true }), tick(43, 2000)], 43],
  ] as const)('%s', (_name, ticks, seq) => {
    expect(entryOf(terms, ticks)?.seq).toBe(seq)
  })
})

describe('exit', () => {
  const exitAt = (...ticks: TickRecord[]) => settle(terms, [tick(42, 1000), ...ticks])
  test('is the last tick at T or before', () => {
    expect(exitAt(tick(101, 60_000), tick(102, 61_000), tick(103, 62_000)).exit?.seq).toBe(102)
  })
  test('may lie exactly 5 s before T and no more', () => {
    expect(exitAt(tick(97, 56_000)).status).toBe('TIE')
    expect(exitAt(tick(97, 55_999)).voidReason).toBe('FEED_INVALID')
  })
  test('of a kind the order does not accept makes the order void', () => {
    expect(exitAt(tick(102, 61_000, { feedKind: 'delayed' }))).toMatchObject({
      status: 'VOID',
      voidReason: 'FEED_INVALID',
      exit: null,
    })
  })
  test('any kind of live prices is accepted for an entry of one of them, and for no other', () => {
    for (const kind of ['live', 'thin', 'single']) expect(exitKindsOf([kind])).toEqual(['live', 'thin', 'single'])
    expect(exitKindsOf(['replay', 'simulated'])).toEqual(['replay', 'simulated'])
  })
})

test('a payout is rounded down to the smallest unit', () => {
  const odd = { ...terms, stake: 5_000_001n, payoutPpm: 940_001n }
  expect(settle(odd, between(1n, 2n)).gain).toBe(4_700_005n)
})

test('settling knows nothing of account, other orders or time', () => {
  const ticks = makeTicks(70, (second) => 100_000n + BigInt(second))
  expect(settle(terms, ticks)).toEqual(settle({ ...terms }, structuredClone(ticks)))
})
