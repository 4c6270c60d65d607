import { afterEach, describe, expect, test } from 'vitest'
import { openHandProvider, type HandProvider, type HandProviderOf } from '../../../../../test/fakes/provider.ts'
import { until } from '../../../../../test/fakes/manual-clock.ts'
import { plain } from '../../../../../test/fixtures/plain-dialect.ts'
import type { Dialect } from './provider.ts'

const priceOf = (price: string, symbol = 'btcusdt'): string => JSON.stringify({ s: symbol, p: price })

let hand: HandProvider
const begin = async (change: Partial<Dialect> = {}, params: Partial<HandProviderOf> = {}): Promise<void> => {
  hand = await openHandProvider({ dialect: { ...plain, ...change }, codes: ['BTCUSDT'], ...params })
}
const faults = (): string[] => hand.failed.map(({ fault }) => fault)
const state = (): string => hand.provider.status().state
afterEach(async () => hand.close())

describe('a line', () => {
  test('reconnects after ever longer waits', async () => {
    await begin()
    await hand.ready(1)
    const waits: number[] = []
    for (let n = 2; n <= 10; n += 1) {
      hand.exchange.disconnect('torn')
      await until(() => state() === 'waiting', 'the loss is noticed')
      let wait = 0
      for (; state() === 'waiting'; wait += 1) hand.time.advance(1)
      waits.push(wait)
      await hand.ready(n)
    }
    // Half of 0.5 s, 1 s, 2 s … 30 s, because the test's chance always says one half.
    expect(waits).toEqual([250, 500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000])
  })

  test('after a minute of good service the next wait is short again', async () => {
    await begin()
    await hand.ready(1)
    const lose = async (n: number): Promise<number> => {
      const lost = hand.time.clock.now()
      hand.exchange.disconnect('torn')
      await until(() => state() === 'waiting', 'the loss is noticed')
      await hand.ready(n)
      return hand.time.clock.now() - lost
    }
    for (const n of [2, 3, 4, 5]) await lose(n)
    let served = 0
    while (served < 61) {
      const seen = hand.stated.length
      hand.exchange.say(priceOf('2'))
      await until(() => hand.stated.length > seen, 'a price came')
      const pings = hand.exchange.pings()
      hand.time.advance(1000)
      served += 1
      if (served % 15 === 1) await until(() => hand.exchange.pings() >= pings, 'pings are answered')
    }
    expect(await lose(6)).toBeLessThan(500)
  })

  test('a stalled provider that still answers pings is given up as silent', async () => {
    await begin({ silentAfterMs: 12_000 })
    await hand.ready(1)
    hand.time.advance(11_000)
    expect(faults()).toEqual([])
    hand.time.advance(2000)
    expect(faults()).toEqual(['silent'])
    await hand.ready(2)
  })

  test('a provider that lives but has forgotten what it was asked is asked anew', async () => {
    await begin({ quotesWithinMs: 30_000 })
    await hand.ready(1)
    for (let second = 1; second <= 31 && faults().length === 0; second += 1) {
      hand.time.advance(1000)
      hand.exchange.say('ask')
      await until(() => faults().length > 0 || hand.exchange.heard().length > second, 'the sign of life is heard')
    }
    expect(faults()).toEqual(['silent'])
    expect(hand.provider.status().why).toBe('lives, but quotes nothing')
    await hand.ready(2)
  })

  test('one that says nothing but nonsense is asked anew', async () => {
    await begin({ mostFramesPerSecond: 1000 })
    await hand.ready(1)
    hand.exchange.say(...Array.from({ length: 99 }, () => '<html>'), priceOf('5'))
    await until(() => hand.stated.length === 1, 'the price came')
    expect(state()).toBe('open')
    hand.exchange.say(...Array.from({ length: 100 }, () => '<html>'))
    await until(() => state() === 'waiting', 'the line is given up')
    expect(new Set(faults())).toEqual(new Set(['garbage']))
    await hand.ready(2)
  })

  test('asks no faster than the provider allows', async () => {
    await begin(
      { sendEveryMs: 500, symbolsPerSocket: 10 },
      { codes: ['BTCUSDT', 'ETHUSDT', 'SOLUSDT'], subscribed: () => true },
    )
    await hand.ready(1)
    const heardAfter = async (ms: number, frames: number): Promise<void> => {
      hand.time.advance(ms)
      await until(() => hand.exchange.heard().length >= frames, `${frames} frames were sent`)
      expect(hand.exchange.heard()).toHaveLength(frames)
    }
    await heardAfter(0, 1)
    await heardAfter(499, 1)
    await heardAfter(10, 2)
    await heardAfter(500, 3)
    expect(hand.exchange.heard()).toEqual(['want btcusdt', 'want ethusdt', 'want solusdt'])
  })

  test('a wrong key is not tried again for five minutes', async () => {
    await begin()
    await hand.ready(1)
    hand.exchange.say('no such key')
    await until(() => state() === 'refused', 'the refusal is heard')
    expect(hand.provider.status().why).toBe('no such key')
    hand.time.advance(299_000)
    expect(state()).toBe('refused')
    hand.time.advance(1000)
    await hand.ready(2)
    expect(faults()).toEqual(['refused'])
  })

  test.each([401, 403, 429, 451])('an answer of %s instead of a socket is a refusal', async (status) => {
    await begin()
    await hand.ready(1)
    hand.exchange.refuses(status)
    hand.exchange.disconnect('torn')
    await until(() => state() === 'waiting', 'the loss is noticed')
    hand.time.advance(500)
    await until(() => state() === 'refused', 'the refusal is heard')
    expect(hand.provider.status().why).toBe(`answered ${status}`)
    hand.exchange.refuses(undefined)
    hand.time.advance(300_000)
    await hand.ready(2)
  })

  test('an answer of 503 is tried again soon', async () => {
    await begin()
    await hand.ready(1)
    hand.exchange.refuses(503)
    hand.exchange.disconnect('torn')
    await until(() => state() === 'waiting', 'the loss is noticed')
    hand.time.advance(500)
    await until(() => hand.provider.status().faults.disconnected === 2, 'the answer is heard')
    expect(state()).toBe('waiting')
    hand.exchange.refuses(undefined)
    await hand.ready(2)
  })

  test('a refused symbol is counted and the line stays', async () => {
    await begin()
    await hand.ready(1)
    hand.exchange.say('not dogeusdt', priceOf('5'))
    await until(() => hand.stated.length === 1, 'the price came')
    expect([state(), ...faults()]).toEqual(['open', 'refused'])
  })

  test('answers what its dialect answers, and is cut when it is made to talk', async () => {
    await begin()
    await hand.ready(1)
    hand.exchange.say('ask')
    await until(() => hand.exchange.heard().includes('answer'), 'the answer was sent')
    hand.exchange.say('many')
    await until(() => faults().includes('flood'), 'the line is cut')
  })

  test('pings of the provider’s are answered, and a flood of them cuts the line', async () => {
    await begin()
    await hand.ready(1)
    hand.exchange.ping(40)
    await until(() => hand.exchange.pongs() === 40, 'all were answered')
    expect(faults()).toEqual([])
    hand.exchange.ping(40)
    await until(() => faults().includes('flood'), 'the line is cut')
  })

  test('what is no WebSocket is garbage, and the line is made again', async () => {
    await begin()
    await hand.ready(1)
    hand.exchange.break()
    await until(() => faults().length === 1, 'it is noticed')
    expect(faults()).toEqual(['garbage'])
    await hand.ready(2)
  })

  test('a dialect that throws costs one frame, not the server', async () => {
    await begin()
    await hand.ready(1)
    hand.exchange.say('bug', priceOf('5'))
    await until(() => hand.stated.length === 1, 'the price came')
    expect(faults()).toEqual(['garbage'])
  })

  test('a heartbeat of the provider’s own is sent when it is due', async () => {
    await begin({ heartbeat: { everyMs: 5000, frame: 'beat' } })
    await hand.ready(1)
    hand.time.advance(11_000)
    await until(() => hand.exchange.heard().filter((frame) => frame === 'beat').length === 2, 'two beats were sent')
  })

  test('symbols that are too many for one socket are spread over several', async () => {
    await begin({}, { codes: ['BTCUSDT', 'ETHUSDT', 'SOLUSDT'], subscribed: () => true })
    await until(() => hand.exchange.open() === 2 && state() === 'open', 'both lines are open')
    await until(() => hand.exchange.heard().length > 0, 'it was asked')
    hand.exchange.say(priceOf('5', 'solusdt'))
    await until(() => hand.stated.length === 1 && faults().length === 1, 'the price came')
    // The other line never asked for it.
    expect([hand.stated[0]?.code, ...faults()]).toEqual(['SOLUSDT', 'wrongSymbol'])
  })

  test('the loss of one of several lines concerns what it carried, and the provider stands while another does', async () => {
    await begin({}, { codes: ['BTCUSDT', 'ETHUSDT', 'SOLUSDT'], subscribed: () => true })
    await until(() => hand.exchange.open() === 2 && state() === 'open', 'both lines are open')
    hand.exchange.disconnect('torn', 1)
    await until(() => faults().length > 0, 'the loss is noticed')
    expect([['SOLUSDT'], ['BTCUSDT', 'ETHUSDT']]).toContainEqual(hand.failed.map(({ code }) => code))
    expect(hand.provider.status()).toMatchObject({ state: 'open', faults: { disconnected: 1 } })
  })

  test('nothing is heard any more after it was stopped', async () => {
    await begin()
    await hand.ready(1)
    hand.provider.stop()
    await until(() => hand.exchange.open() === 0, 'the socket is closed')
    hand.time.advance(600_000)
    expect(hand.exchange.connections()).toBe(1)
    expect(faults()).toEqual([])
  })
})
