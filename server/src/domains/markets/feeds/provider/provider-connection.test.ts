import { afterEach, describe, expect, test } from 'vitest'
import { openHandProvider, type FakeProvider, type FakeProviderParams } from '../../../../../test/fakes/provider.ts'
import { until } from '../../../../../test/fakes/manual-clock.ts'
import { plain } from '../../../../../test/fixtures/plain-dialect.ts'
import type { Dialect } from './provider.ts'

const priceOf = (price: string, symbol = 'btcusdt'): string => JSON.stringify({ s: symbol, p: price })

let fixture: FakeProvider
const begin = async (change: Partial<Dialect> = {}, params: Partial<FakeProviderParams> = {}): Promise<void> => {
  fixture = await openHandProvider({ dialect: { ...plain, ...change }, codes: ['BTCUSDT'], ...params })
}
const faults = (): string[] => fixture.failed.map(({ fault }) => fault)
const state = (): string => fixture.provider.status().state
afterEach(async () => fixture.close())

describe('a connection', () => {
  test('reconnects after ever longer waits', async () => {
    await begin()
    await fixture.ready(1)
    const waits: number[] = []
    for (let n = 2; n <= 10; n += 1) {
      fixture.exchange.disconnect('torn')
      await until(() => state() === 'waiting', 'the loss is noticed')
      let wait = 0
      for (; state() === 'waiting'; wait += 1) fixture.time.advance(1)
      waits.push(wait)
      await fixture.ready(n)
    }
    // Half of 0.5 s, 1 s, 2 s … 30 s, because the test's random source always returns one half.
    expect(waits).toEqual([250, 500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000])
  })

  test('after a minute of good service the next wait is short again', async () => {
    await begin()
    await fixture.ready(1)
    const lose = async (n: number): Promise<number> => {
      const lost = fixture.time.clock.now()
      fixture.exchange.disconnect('torn')
      await until(() => state() === 'waiting', 'the loss is noticed')
      await fixture.ready(n)
      return fixture.time.clock.now() - lost
    }
    for (const n of [2, 3, 4, 5]) await lose(n)
    let served = 0
    while (served < 61) {
      const seen = fixture.stated.length
      fixture.exchange.emit(priceOf('2'))
      await until(() => fixture.stated.length > seen, 'a price came')
      const pings = fixture.exchange.pings()
      fixture.time.advance(1000)
      served += 1
      if (served % 15 === 1) await until(() => fixture.exchange.pings() >= pings, 'pongs arrive')
    }
    expect(await lose(6)).toBeLessThan(500)
  })

  test('a stalled provider that still responds to pings is given up as silent', async () => {
    await begin({ silentAfterMs: 12_000 })
    await fixture.ready(1)
    fixture.time.advance(11_000)
    expect(faults()).toEqual([])
    fixture.time.advance(2000)
    expect(faults()).toEqual(['silent'])
    await fixture.ready(2)
  })

  test('a provider that lives but has forgotten its subscriptions is subscribed to anew', async () => {
    await begin({ quotesWithinMs: 30_000 })
    await fixture.ready(1)
    for (let second = 1; second <= 31 && faults().length === 0; second += 1) {
      fixture.time.advance(1000)
      fixture.exchange.emit('request')
      await until(
        () => faults().length > 0 || fixture.exchange.received().length > second,
        'the sign of life is received',
      )
    }
    expect(faults()).toEqual(['silent'])
    expect(fixture.provider.status().why).toBe('lives, but quotes nothing')
    await fixture.ready(2)
  })

  test('one that sends only invalid frames is subscribed to anew', async () => {
    await begin({ maxFramesPerSecond: 1000 })
    await fixture.ready(1)
    fixture.exchange.emit(...Array.from({ length: 99 }, () => '<html>'), priceOf('5'))
    await until(() => fixture.stated.length === 1, 'the price came')
    expect(state()).toBe('open')
    fixture.exchange.emit(...Array.from({ length: 100 }, () => '<html>'))
    await until(() => state() === 'waiting', 'the connection is given up')
    expect(new Set(faults())).toEqual(new Set(['garbage']))
    await fixture.ready(2)
  })

  test('sends requests no faster than the provider allows', async () => {
    await begin(
      { sendEveryMs: 500, symbolsPerSocket: 10 },
      { codes: ['BTCUSDT', 'ETHUSDT', 'SOLUSDT'], subscribed: () => true },
    )
    await fixture.ready(1)
    const receivedAfter = async (ms: number, frames: number): Promise<void> => {
      fixture.time.advance(ms)
      await until(() => fixture.exchange.received().length >= frames, `${frames} frames were sent`)
      expect(fixture.exchange.received()).toHaveLength(frames)
    }
    await receivedAfter(0, 1)
    await receivedAfter(499, 1)
    await receivedAfter(10, 2)
    await receivedAfter(500, 3)
    expect(fixture.exchange.received()).toEqual(['want btcusdt', 'want ethusdt', 'want solusdt'])
  })

  test('a wrong key is not tried again for five minutes', async () => {
    await begin()
    await fixture.ready(1)
    fixture.exchange.emit('no such key')
    await until(() => state() === 'refused', 'the refusal is received')
    expect(fixture.provider.status().why).toBe('no such key')
    fixture.time.advance(299_000)
    expect(state()).toBe('refused')
    fixture.time.advance(1000)
    await fixture.ready(2)
    expect(faults()).toEqual(['refused'])
  })

  test.each([401, 403, 429, 451])('a response of %s instead of a socket is a refusal', async (status) => {
    await begin()
    await fixture.ready(1)
    fixture.exchange.refuses(status)
    fixture.exchange.disconnect('torn')
    await until(() => state() === 'waiting', 'the loss is noticed')
    fixture.time.advance(500)
    await until(() => state() === 'refused', 'the refusal is received')
    expect(fixture.provider.status().why).toBe(`responded with ${status}`)
    fixture.exchange.refuses(undefined)
    fixture.time.advance(300_000)
    await fixture.ready(2)
  })

  test('a response of 503 is tried again soon', async () => {
    await begin()
    await fixture.ready(1)
    fixture.exchange.refuses(503)
    fixture.exchange.disconnect('torn')
    await until(() => state() === 'waiting', 'the loss is noticed')
    fixture.time.advance(500)
    await until(() => fixture.provider.status().faults.disconnected === 2, 'the response is received')
    expect(state()).toBe('waiting')
    fixture.exchange.refuses(undefined)
    await fixture.ready(2)
  })

  test('a refused symbol is counted and the connection stays', async () => {
    await begin()
    await fixture.ready(1)
    fixture.exchange.emit('not dogeusdt', priceOf('5'))
    await until(() => fixture.stated.length === 1, 'the price came')
    expect([state(), ...faults()]).toEqual(['open', 'refused'])
  })

  test('sends the replies of its dialect, and is cut when it is made to send too many', async () => {
    await begin()
    await fixture.ready(1)
    fixture.exchange.emit('request')
    await until(() => fixture.exchange.received().includes('response'), 'the reply was sent')
    fixture.exchange.emit('many')
    await until(() => faults().includes('flood'), 'the connection is cut')
  })

  test('pings of the provider get pongs, and a flood of them cuts the connection', async () => {
    await begin()
    await fixture.ready(1)
    fixture.exchange.ping(40)
    await until(() => fixture.exchange.pongs() === 40, 'all got a pong')
    expect(faults()).toEqual([])
    fixture.exchange.ping(40)
    await until(() => faults().includes('flood'), 'the connection is cut')
  })

  test('what is no WebSocket is garbage, and the connection is made again', async () => {
    await begin()
    await fixture.ready(1)
    fixture.exchange.break()
    await until(() => faults().length === 1, 'it is noticed')
    expect(faults()).toEqual(['garbage'])
    await fixture.ready(2)
  })

  test('a dialect that throws costs one frame, not the server', async () => {
    await begin()
    await fixture.ready(1)
    fixture.exchange.emit('bug', priceOf('5'))
    await until(() => fixture.stated.length === 1, 'the price came')
    expect(faults()).toEqual(['garbage'])
  })

  test('a heartbeat of the provider’s own is sent when it is due', async () => {
    await begin({ heartbeat: { everyMs: 5000, frame: 'beat' } })
    await fixture.ready(1)
    fixture.time.advance(11_000)
    await until(
      () => fixture.exchange.received().filter((frame) => frame === 'beat').length === 2,
      'two beats were sent',
    )
  })

  test('symbols that are too many for one socket are spread over several', async () => {
    await begin({}, { codes: ['BTCUSDT', 'ETHUSDT', 'SOLUSDT'], subscribed: () => true })
    await until(() => fixture.exchange.open() === 2 && state() === 'open', 'both lines are open')
    await until(() => fixture.exchange.received().length > 0, 'it was requested')
    fixture.exchange.emit(priceOf('5', 'solusdt'))
    await until(() => fixture.stated.length === 1 && faults().length === 1, 'the price came')
    // The other connection never requested it.
    expect([fixture.stated[0]?.code, ...faults()]).toEqual(['SOLUSDT', 'wrongSymbol'])
  })

  test('the loss of one of several lines concerns what it carried, and the provider stands while another does', async () => {
    await begin({}, { codes: ['BTCUSDT', 'ETHUSDT', 'SOLUSDT'], subscribed: () => true })
    await until(() => fixture.exchange.open() === 2 && state() === 'open', 'both lines are open')
    fixture.exchange.disconnect('torn', 1)
    await until(() => faults().length > 0, 'the loss is noticed')
    expect([['SOLUSDT'], ['BTCUSDT', 'ETHUSDT']]).toContainEqual(fixture.failed.map(({ code }) => code))
    expect(fixture.provider.status()).toMatchObject({ state: 'open', faults: { disconnected: 1 } })
  })

  test('nothing is received any more after it was stopped', async () => {
    await begin()
    await fixture.ready(1)
    fixture.provider.stop()
    await until(() => fixture.exchange.open() === 0, 'the socket is closed')
    fixture.time.advance(600_000)
    expect(fixture.exchange.connections()).toBe(1)
    expect(faults()).toEqual([])
  })
})
