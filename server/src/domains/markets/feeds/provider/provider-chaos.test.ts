import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openHandProvider, type FakeProvider } from '../../../../../test/fakes/provider.ts'
import { until } from '../../../../../test/fakes/manual-clock.ts'
import { plain } from '../../../../../test/fixtures/plain-dialect.ts'

const quote = (price: string, n: number): string => JSON.stringify({ s: 'btcusdt', p: price, n })

/** What an exchange may do to us, each with what it is given. */
const messages: Record<string, (fixture: FakeProvider, some: { text: string; n: number; price: string }) => void> = {
  quotes: ({ exchange }, { price, n }) => exchange.emit(quote(price, n)),
  babbles: ({ exchange }, { text }) => exchange.emit(text, Buffer.from(text)),
  breaks: ({ exchange }) => exchange.break(),
  tears: ({ exchange }) => exchange.disconnect('torn'),
  leaves: ({ exchange }) => exchange.disconnect('closed'),
  freezes: ({ exchange }) => exchange.freeze(),
  floods: ({ exchange }, { n }) => exchange.emit(...Array.from({ length: 60 }, () => quote('7', n))),
  bloats: ({ exchange }) => exchange.emit('x'.repeat(5000)),
  forbids: ({ exchange }) => exchange.refuses(403),
  stumbles: ({ exchange }) => exchange.refuses(503),
  admits: ({ exchange }) => exchange.refuses(undefined),
  deafens: ({ exchange }) => exchange.respondsToPings(false),
  refuses: ({ exchange }) => exchange.emit('no more'),
  waits: ({ time }, { n }) => time.advance(n % 20_000),
}

const step = fc.record({
  act: fc.constantFrom(...Object.keys(messages)),
  text: fc.string({ unit: 'binary', maxLength: 40 }),
  n: fc.nat(1_000_000),
  price: fc.constantFrom('52100.00', '0', '-1', '1e5', '99999999999999999999'),
})

test('whatever an exchange does, every price is above zero, and its quotes arrive again once it behaves', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      const fixture = await openHandProvider({ dialect: { ...plain, silentAfterMs: 12_000 }, codes: ['BTCUSDT'] })
      try {
        await fixture.ready(1)
        for (const { act, ...some } of steps) {
          messages[act]?.(fixture, some)
          await new Promise((resolve) => setImmediate(resolve))
        }
        fixture.exchange.refuses(undefined)
        fixture.exchange.respondsToPings(true)
        fixture.stated.forEach(({ mid }) => expect(mid > 0n).toBe(true))
        const before = fixture.stated.length
        let n = 2_000_000
        await until(() => {
          fixture.time.advance(1000)
          fixture.exchange.emit(quote('41000.00', (n += 1)))
          return fixture.stated.slice(before).some(({ mid }) => mid === 4_100_000_000n)
        }, 'it is received again')
        expect(fixture.exchange.open()).toBeLessThanOrEqual(2)
      } finally {
        await fixture.close()
      }
    }),
    { numRuns: 60 },
  )
})
