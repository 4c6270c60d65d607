import { dayMs, hourMs, minuteMs } from '@evenhand/protocol/durations.ts'
import { afterEach, expect, test } from 'vitest'
import { openHandProvider, type FakeProvider, type FakeProviderParams } from '../../../../../test/fakes/provider.ts'
import { until } from '../../../../../test/fakes/manual-clock.ts'
import { plain } from '../../../../../test/fixtures/plain-dialect.ts'
import { binance } from '../exchanges/binance.ts'
import { bitget } from '../exchanges/bitget.ts'

let fixture: FakeProvider
afterEach(async () => fixture.close())
let sent: number
const begin = async (params: Partial<FakeProviderParams> = {}): Promise<void> => {
  sent = 0
  fixture = await openHandProvider({ dialect: { ...plain, endsAfterMs: dayMs }, codes: ['BTCUSDT'], ...params })
  await fixture.ready(1)
}
/** Every connection receives a new price. */
const quote = (): void => {
  sent += 1
  fixture.exchange.emit(JSON.stringify({ s: 'btcusdt', p: `${sent}`, n: sent }))
}
const received = (): bigint[] => fixture.stated.map(({ mid }) => mid / 100_000n)
const isReceivedOnce = async (): Promise<void> => {
  quote()
  await until(() => received().includes(BigInt(sent)), 'the price came')
  expect(received()).toEqual(Array.from({ length: sent }, (_, index) => BigInt(index + 1)))
}
const bothStand = async (): Promise<void> => {
  await until(() => fixture.exchange.open() === 2, 'the new connection stands beside the old one')
  await until(() => fixture.exchange.received().length > 0, 'it was requested')
}

test('a connection that its provider ends after a day is replaced before, the new one first, and every quote counts once', async () => {
  await begin()
  await isReceivedOnce()
  fixture.sleep(21 * hourMs)
  await isReceivedOnce()
  expect(fixture.exchange.connections()).toBe(1)
  fixture.sleep(hourMs / 2)
  await bothStand()
  for (let time = 0; time < 5; time += 1) await isReceivedOnce()
  fixture.exchange.emit('{"s":"stranger","p":"1"}')
  await isReceivedOnce()
  expect(fixture.failed.splice(0).map(({ fault }) => fault)).toEqual(['wrongSymbol'])
  fixture.sleep(30_000)
  await until(() => fixture.exchange.open() === 1, 'the old connection is ended')
  await isReceivedOnce()
  fixture.sleep(22 * hourMs)
  await bothStand()
  await isReceivedOnce()
  expect([fixture.failed, fixture.provider.status().state]).toEqual([[], 'open'])
})

test.each([
  [0, 23 * hourMs],
  [0.999_999, 20 * hourMs],
])('where the random source returns %d it is replaced after %d ms', async (chance, age) => {
  await begin({ random: () => chance })
  fixture.sleep(age - minuteMs)
  expect(fixture.exchange.connections()).toBe(1)
  fixture.sleep(minuteMs)
  await bothStand()
})

test('a replacement that does not come about leaves the old connection in service, and is tried again', async () => {
  await begin()
  await isReceivedOnce()
  fixture.exchange.refuses(503)
  fixture.sleep(21.5 * hourMs)
  await isReceivedOnce()
  fixture.exchange.refuses(undefined)
  await until(() => {
    fixture.time.advance(1)
    fixture.sleep(10 * minuteMs)
    return fixture.exchange.connections() === 2
  }, 'it is tried again')
  await bothStand()
  await isReceivedOnce()
  expect(fixture.failed).toEqual([])
})

test('a connection that is lost while its replacement quotes is no loss', async () => {
  await begin()
  fixture.sleep(21.5 * hourMs)
  await bothStand()
  await isReceivedOnce()
  fixture.exchange.disconnect('torn', 1)
  await until(() => fixture.exchange.open() === 1, 'the old connection is gone')
  await isReceivedOnce()
  expect([fixture.failed, fixture.provider.status().state]).toEqual([[], 'open'])
})

test('a replacement that quotes nothing does not take over, and when the old connection is lost all is made anew', async () => {
  await begin()
  fixture.sleep(21.5 * hourMs)
  await bothStand()
  fixture.sleep(30_000)
  await until(() => fixture.exchange.open() === 1, 'the new connection is given up')
  fixture.exchange.disconnect('torn')
  await until(() => fixture.provider.status().state === 'waiting', 'the loss is noticed')
  expect(fixture.failed.map(({ fault }) => fault)).toEqual(['disconnected'])
  await fixture.ready(3)
  await isReceivedOnce()
})

test('providers that end their connections after a day are marked so', () => {
  expect([binance.endsAfterMs, bitget.endsAfterMs]).toEqual([dayMs, dayMs])
})
