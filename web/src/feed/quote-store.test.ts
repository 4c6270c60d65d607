import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forceLayout } from '../lib/settings.ts'
import { ageOf, putQuotes, quoteOf, watchPaints, watchQuote } from './quote-store.ts'

const start = 1_700_000_000_000
let code = ''
let count = 0
const price = (text: string, ts: number, seq = 1) => putQuotes([{ code, price: text, zdf: '0.00', ts, seq }])

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  // A hidden page paints by timers, so no animation frame is needed here.
  vi.stubGlobal('document', { hidden: true })
  code = `T${count++}`
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('many prices of one moment are painted once, with the last value', () => {
  const paints: string[] = []
  const stop = watchQuote(code, () => paints.push(quoteOf(code)?.price ?? ''))
  price('1.0', start, 1)
  price('1.1', start + 1000, 2)
  price('1.2', start + 2000, 3)
  vi.advanceTimersByTime(1)
  stop()
  expect(paints).toEqual(['1.2'])
})

test('an older price never replaces a newer one', () => {
  price('2.0', start + 5000)
  vi.advanceTimersByTime(1)
  price('1.0', start)
  vi.advanceTimersByTime(1)
  expect(quoteOf(code)?.price).toBe('2.0')
})

test('a move tints a price in sight for 400 ms, at most once a second', () => {
  const stop = watchQuote(code, () => {})
  price('9.99', start)
  vi.advanceTimersByTime(2000)
  price('10.00', start + 1000)
  vi.advanceTimersByTime(1)
  expect(quoteOf(code)?.move).toBe(1)
  vi.advanceTimersByTime(400)
  expect(quoteOf(code)?.move).toBe(0)
  price('9.00', start + 1250)
  vi.advanceTimersByTime(1)
  expect(quoteOf(code)?.move).toBe(0)
  stop()
})

test('on a phone a tint ends with the next paint, which it would cost one more otherwise', () => {
  forceLayout('mobile')
  price('5.00', start + 2000)
  vi.advanceTimersByTime(5000)
  const began = performance.now()
  const changes: (string | number)[][] = []
  const stop = watchQuote(code, () => {
    const quote = quoteOf(code)
    changes.push([Math.round(performance.now() - began), quote?.price ?? '', quote?.move ?? 0])
  })
  price('6.00', start + 3000)
  vi.advanceTimersByTime(0)
  price('7.00', start + 3500)
  vi.advanceTimersByTime(510)
  stop()
  forceLayout('desktop')
  expect(changes[0]).toEqual([0, '6.00', 1])
  expect(changes.filter(([at]) => Number(at) < 500)).toHaveLength(1)
  expect(changes.at(-1)?.slice(1)).toEqual(['7.00', 0])
})

test('age follows the product clock, not the browser clock', () => {
  price('1', start + 9000)
  vi.advanceTimersByTime(4000)
  expect(ageOf(start + 9000)).toBeGreaterThanOrEqual(4000)
  expect(ageOf(start + 9000)).toBeLessThan(4100)
})

test('a paint names the codes that changed', () => {
  const seen: (readonly string[])[] = []
  const stop = watchPaints((codes) => seen.push(codes))
  price('1', start + 20_000)
  vi.advanceTimersByTime(1)
  stop()
  expect(seen).toEqual([[code]])
})
