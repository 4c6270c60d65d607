import { minuteMs } from '@evenhand/protocol/durations.ts'
import { afterEach, expect, test } from 'vitest'
import { openHandProvider, type FakeProvider, type FakeProviderParams } from '../../../../../test/fakes/provider.ts'
import { until } from '../../../../../test/fakes/manual-clock.ts'
import { plain } from '../../../../../test/fixtures/plain-dialect.ts'

let fixture: FakeProvider
afterEach(async () => fixture.close())
const codes = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT']
const begin = async (params: Partial<FakeProviderParams> = {}): Promise<void> => {
  fixture = await openHandProvider({ dialect: { ...plain, symbolsPerSocket: 10 }, codes, ...params })
  await fixture.ready(1)
}
const requestedAgain = (): string[] =>
  fixture.exchange.received().flatMap((frame) => (frame.startsWith('again ') ? [frame.slice('again '.length)] : []))
const quote = async (symbol: string): Promise<void> => {
  const before = fixture.stated.length
  fixture.exchange.emit(JSON.stringify({ s: symbol, p: '5' }))
  await until(() => fixture.stated.length > before, 'the price came')
}
/** Waits until everything that was sent so far has arrived at the exchange. */
const arrived = async (): Promise<void> => {
  fixture.exchange.emit('request')
  const before = fixture.exchange.received().length
  await until(() => fixture.exchange.received().slice(before).includes('response'), 'the response arrived')
}

test('whatever was requested and is not quoted for five minutes is requested again', async () => {
  await begin()
  fixture.sleep(4 * minuteMs)
  await quote('btcusdt')
  await arrived()
  expect(requestedAgain()).toEqual([])
  fixture.sleep(minuteMs + 10_000)
  await arrived()
  expect(requestedAgain()).toEqual(['ethusdt', 'solusdt'])
  fixture.sleep(4 * minuteMs)
  await arrived()
  expect(requestedAgain()).toEqual(['ethusdt', 'solusdt', 'btcusdt'])
})

test('a refusal that may pass is not final; a symbol that the provider does not have is left alone', async () => {
  await begin()
  fixture.exchange.emit('not now', 'unknown ethusdt')
  await until(() => fixture.provider.status().faults.refused === 2, 'both are reported')
  fixture.sleep(5 * minuteMs + 10_000)
  await arrived()
  expect(requestedAgain()).toEqual(['btcusdt', 'solusdt'])
  expect(fixture.provider.status().state).toBe('open')
})

test('a connection of which the provider has no symbol rests for five minutes', async () => {
  await begin()
  fixture.exchange.emit('unknown ethusdt', 'unknown btcusdt', 'unknown solusdt')
  await until(() => fixture.provider.status().state === 'refused', 'there is nothing left to request')
  fixture.time.advance(5 * minuteMs)
  await fixture.ready(2)
})

test('while its market is closed a connection lives by pings alone and nothing is requested again; once it opens, silence counts', async () => {
  let isOpen = false
  await begin({ dialect: { ...plain, symbolsPerSocket: 10, silentAfterMs: 20_000 }, isOpen: () => isOpen })
  const second = async (): Promise<void> => {
    fixture.time.advance(1000)
    const before = fixture.exchange.pongs()
    fixture.exchange.ping(1)
    await until(() => fixture.exchange.pongs() > before || fixture.failed.length > 0, 'the pong arrives')
  }
  for (let time = 0; time < 320; time += 1) await second()
  expect([fixture.failed, requestedAgain()]).toEqual([[], []])
  isOpen = true
  let waited = 0
  for (; fixture.failed.length === 0 && waited < 60; waited += 1) await second()
  expect(fixture.failed.map(({ fault }) => fault)).toEqual(['silent'])
  expect(waited).toBeLessThanOrEqual(21)
})
