import { formatUnits } from '@evenhand/protocol/money.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ProviderFault } from '../src/domains/markets/feeds/provider/provider.ts'
import { instrumentOf, openHandProvider, type FakeProvider, type FakeProviderParams } from './fakes/provider.ts'
import { until } from './fakes/manual-clock.ts'

/** A quote that a test lets a provider send: bid, ask and, in their middle, last, as decimal text. */
export type FeedQuote = {
  symbol: string
  bid: string
  ask: string
  last: string
  /** Epoch ms. */
  at: number
  /** Rises by one with each quote of a test. */
  seq: number
}

export type FeedFaultsParams = Omit<FakeProviderParams, 'codes' | 'directory'> & {
  /** Code of an instrument that the dialect quotes by its own rule. */
  code: string
  /** A symbol that the provider has but no one requested. */
  stranger: string
  /** The provider's own frame for a quote. */
  emit(quote: FeedQuote): string
  /** Whether its quotes carry a running number, or a time, or neither; where neither is there the order is unknown. */
  numbered: boolean
  timed: boolean
  /** How fine its times are, where they are coarser than a millisecond. */
  grainMs?: number
  /** Frames that are garbage in this dialect beside those that are garbage in every dialect. */
  garbage?: readonly string[]
}

const everyGarbage = [
  '',
  '{',
  'null',
  '[]',
  '"ping',
  'true',
  '-',
  '{"a":}',
  '\u0000',
  '[[[[',
  '<html>',
  '{"__proto__":1}',
]

/**
 * The eleven faults that a provider may show, played to a dialect over a real WebSocket. What is requested each time is what a
 * customer would notice: which prices came out, what the provider is charged with, and that it is used again afterwards.
 */
export function describeFaults(params: FeedFaultsParams): void {
  const instrument = instrumentOf(params.code)
  const { name } = params.dialect
  const price = instrument.refUnits
  const step = price / 1000n > 0n ? price / 1000n : 1n
  let fixture: FakeProvider
  let seq: number

  const text = (units: bigint): string => formatUnits(units, instrument.precision)
  const statedNow = (): number => fixture.time.clock.now() - (fixture.time.clock.now() % (params.grainMs ?? 1))
  const quote = (mid: bigint, change: Partial<FeedQuote> = {}): string => {
    seq += 1
    const prices = { bid: text(mid - step), ask: text(mid + step), last: text(mid) }
    return params.emit({
      symbol: params.dialect.symbolOf(instrument) ?? '',
      ...prices,
      at: fixture.time.clock.now(),
      seq,
      ...change,
    })
  }
  /** The same of a quote that must come to nothing: it takes no number from those that count. */
  const noQuote = (mid: bigint, change: Partial<FeedQuote> = {}): string => {
    const frame = quote(mid, change)
    seq -= 1
    return frame
  }
  const mids = (): bigint[] => fixture.stated.map(({ mid }) => mid)
  const faults = (): ProviderFault[] => fixture.failed.map(({ fault }) => fault)
  const counted = (fault: ProviderFault): number => fixture.provider.status().faults[fault]
  /** Sends a new price and waits until it came out: the provider's messages are read. */
  const isUsed = async (mid: bigint): Promise<void> => {
    const before = fixture.stated.length
    fixture.exchange.emit(quote(mid))
    await until(() => fixture.stated.length > before, `${name} is used`)
    expect(fixture.stated.at(-1)).toEqual({ provider: name, code: params.code, mid, at: statedNow() })
  }
  /** Sends frames that leave no price, and then one that does, so that nothing is still on its way. */
  const nothingCameOf = async (...frames: (string | Uint8Array)[]): Promise<void> => {
    const before = mids()
    fixture.exchange.emit(...frames)
    fixture.time.advance(5)
    await isUsed(price + 7n * step)
    expect(mids().slice(0, -1)).toEqual(before)
  }
  const isBack = async (): Promise<void> => {
    await fixture.ready(2)
    await isUsed(price + 3n * step)
    expect(fixture.provider.status().state).toBe('open')
  }

  describe(`${name} when it misbehaves`, () => {
    beforeEach(async () => {
      seq = 100
      fixture = await openHandProvider({ ...params, codes: [params.code] })
      await fixture.ready(1)
      await isUsed(price)
    })
    afterEach(async () => fixture.close())

    test('ping without pong: the connection is closed although prices come, and made again', async () => {
      fixture.exchange.respondsToPings(false)
      for (let second = 0; second < 25; second += 1) {
        fixture.time.advance(1000)
        if (fixture.provider.status().state !== 'open') break
        await isUsed(price + BigInt(second % 2) * step)
      }
      fixture.time.advance(1000)
      expect(faults()).toEqual(['noPong'])
      expect(counted('noPong')).toBe(1)
      fixture.exchange.respondsToPings(true)
      await isBack()
    })

    test.each(['closed', 'torn'] as const)('disconnect (%s): the line is made again', async (how) => {
      fixture.exchange.disconnect(how)
      await until(() => counted('disconnected') === 1, 'the loss is noticed')
      expect(fixture.provider.status()).toMatchObject({ state: 'waiting' })
      await isBack()
      expect(faults()).toEqual(['disconnected'])
    })

    test('half-open silence: a connection whose other end is gone is closed', async () => {
      fixture.exchange.freeze()
      const patience = Math.min(params.dialect.silentAfterMs, 25_000) + 2000
      for (let waited = 0; waited < patience && faults().length === 0; waited += 1000) fixture.time.advance(1000)
      expect(faults()).toEqual([params.dialect.silentAfterMs <= 25_000 ? 'silent' : 'noPong'])
      await isBack()
    })

    test('sequence gap: the newest price stands, and the gap is counted where numbers have no holes', async () => {
      fixture.time.advance(5)
      seq += 3
      await isUsed(price + step)
      expect(faults()).toEqual(params.dialect.consecutive === true ? ['gap'] : [])
      fixture.time.advance(5)
      await isUsed(price + 2n * step)
      expect(faults()).toHaveLength(params.dialect.consecutive === true ? 1 : 0)
    })

    test('duplicate: a repeated quote never makes a price younger', async () => {
      const first = statedNow()
      const repeated = quote(price + step)
      fixture.exchange.emit(repeated)
      await until(() => fixture.stated.length === 2, 'the quote came out')
      fixture.time.advance(1000)
      fixture.exchange.emit(repeated)
      fixture.time.advance(5)
      await isUsed(price + 2n * step)
      if (params.numbered) expect(faults()).toEqual(['duplicate'])
      if (params.numbered) expect(mids()).toEqual([price, price + step, price + 2n * step])
      else if (params.timed) expect(fixture.stated.slice(1, -1).map(({ at }) => at)).toEqual([first, first])
      else expect(new Set(mids().slice(1, -1))).toEqual(new Set([price + step]))
    })

    test.skipIf(!params.numbered && !params.timed)('out of order: an older quote is not a price', async () => {
      const older = quote(price + step)
      fixture.time.advance(1000)
      await isUsed(price + 2n * step)
      await nothingCameOf(older)
      // Until the older one came, its number was a hole.
      expect(faults().filter((fault) => fault !== 'gap')).toEqual(['outOfOrder'])
    })

    test('garbage: nothing comes of it, it is counted, and what follows is understood', async () => {
      const frames = [...everyGarbage, ...(params.garbage ?? [])]
      await nothingCameOf(...frames, new Uint8Array([0, 255, 128, 7]), noQuote(price).slice(0, -4))
      expect(counted('garbage')).toBe(faults().length)
      expect(counted('garbage')).toBeGreaterThan(frames.length / 2)
    })

    test('wrong symbol: a price of another symbol is ignored', async () => {
      await nothingCameOf(noQuote(price * 2n, { symbol: params.stranger }))
      expect(faults()).toEqual(['wrongSymbol'])
    })

    test('zero or negative price: no price, however it is written', async () => {
      const bad = ['-1', '-0.01', `1${'0'.repeat(60)}`]
      await nothingCameOf(...bad.map((one) => noQuote(price, { bid: one, ask: one, last: one })))
      expect(counted('badPrice') + counted('garbage')).toBe(bad.length)
      expect(counted('badPrice')).toBeGreaterThan(0)
      // A side at zero is an empty one; where only a last price is stated, zero is a bad price too.
      const both = ['0', '0.00', '0.000000000000000000'].map((one) => ({ bid: one, ask: one, last: one }))
      const zeros = [...both, { bid: '0', last: '0' }, { ask: '0', last: '0' }]
      await nothingCameOf(...zeros.map((one) => noQuote(price, one)))
      const statesLast = noQuote(price).includes(text(price))
      expect(counted('badPrice') + counted('garbage') - bad.length).toBe(statesLast ? zeros.length : 0)
    })

    test('jump: is passed on as it is stated; whether to believe it is for the index', async () => {
      fixture.time.advance(5)
      await isUsed(price * 2n)
      fixture.time.advance(5)
      await isUsed(price)
      expect(faults()).toEqual([])
    })

    test('flood: the connection is cut, and made again', async () => {
      const one = quote(price)
      fixture.exchange.emit(...Array.from({ length: params.dialect.maxFramesPerSecond + 1 }, () => one))
      await until(() => counted('flood') === 1, 'the flood is noticed')
      expect(fixture.provider.status().state).toBe('waiting')
      await until(() => fixture.exchange.open() === 0, 'the connection is cut')
      fixture.time.advance(1000)
      await isBack()
    })

    test('a frame longer than any of its own is not read', async () => {
      fixture.exchange.emit(' '.repeat(params.dialect.longestFrame + 1))
      await until(() => counted('flood') === 1, 'the frame is refused')
      await isBack()
    })
  })
}
