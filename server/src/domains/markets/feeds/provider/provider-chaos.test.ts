import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openHandProvider, type HandProvider } from '../../../../../test/fakes/provider.ts'
import { until } from '../../../../../test/fakes/manual-clock.ts'
import { plain } from '../../../../../test/fixtures/plain-dialect.ts'

const quote = (price: string, n: number): string => JSON.stringify({ s: 'btcusdt', p: price, n })

/** What an exchange may do to us, each with what it is given. */
const acts: Record<string, (hand: HandProvider, some: { text: string; n: number; price: string }) => void> = {
  quotes: ({ exchange }, { price, n }) => exchange.say(quote(price, n)),
  babbles: ({ exchange }, { text }) => exchange.say(text, Buffer.from(text)),
  breaks: ({ exchange }) => exchange.break(),
  tears: ({ exchange }) => exchange.disconnect('torn'),
  leaves: ({ exchange }) => exchange.disconnect('closed'),
  freezes: ({ exchange }) => exchange.freeze(),
  floods: ({ exchange }, { n }) => exchange.say(...Array.from({ length: 60 }, () => quote('7', n))),
  bloats: ({ exchange }) => exchange.say('x'.repeat(5000)),
  forbids: ({ exchange }) => exchange.refuses(403),
  stumbles: ({ exchange }) => exchange.refuses(503),
  admits: ({ exchange }) => exchange.refuses(undefined),
  deafens: ({ exchange }) => exchange.answersPings(false),
  refuses: ({ exchange }) => exchange.say('no more'),
  waits: ({ time }, { n }) => time.advance(n % 20_000),
}

const step = fc.record({
  act: fc.constantFrom(...Object.keys(acts)),
  text: fc.string({ unit: 'binary', maxLength: 40 }),
  n: fc.nat(1_000_000),
  price: fc.constantFrom('52100.00', '0', '-1', '1e5', '99999999999999999999'),
})

test('whatever an exchange does, no price is not above zero, and it is heard again once it behaves', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      const hand = await openHandProvider({ dialect: { ...plain, silentAfterMs: 12_000 }, codes: ['BTCUSDT'] })
      try {
        await hand.ready(1)
        for (const { act, ...some } of steps) {
          acts[act]?.(hand, some)
          await new Promise((resolve) => setImmediate(resolve))
        }
        hand.exchange.refuses(undefined)
        hand.exchange.answersPings(true)
        hand.stated.forEach(({ mid }) => expect(mid > 0n).toBe(true))
        const before = hand.stated.length
        let n = 2_000_000
        await until(() => {
          hand.time.advance(1000)
          hand.exchange.say(quote('41000.00', (n += 1)))
          return hand.stated.slice(before).some(({ mid }) => mid === 4_100_000_000n)
        }, 'it is heard again')
        expect(hand.exchange.open()).toBeLessThanOrEqual(2)
      } finally {
        await hand.close()
      }
    }),
    { numRuns: 60 },
  )
})
