import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeOrder, makeTicks } from '../test/build-receipts.ts'
import { termsOf } from './receipt-terms.ts'
import { settle } from './settle.ts'

const source = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')

test('what decides an order reads nothing but the order and the ticks', () => {
  const imports = [...source('./settle.ts').matchAll(/from '([^']+)'/g)].map((found) => found[1])
  expect(imports).toEqual(['@evenhand/protocol/money.ts', '@evenhand/protocol/states.ts'])
  expect(source('./settle.ts')).not.toMatch(/\bDate\b|Math\.random|process\.|await |fetch\(/)
})

test('the result knows neither whose order it is, nor its account, number, batch or the terms of others', () => {
  const ticks = makeTicks(70, (second) => 108_512n + BigInt((second * 7) % 5) - 2n)
  const base = settle(termsOf(makeOrder()), ticks)
  fc.assert(
    fc.property(fc.string(), fc.constantFrom('virtual' as const, 'real' as const), fc.nat(), (text, mode, number) => {
      const other = makeOrder({
        mode,
        orderId: text,
        orderNo: text,
        origin: text,
        paramsVersion: number,
        headSize: number,
        type: number,
      })
      expect(settle(termsOf(other), ticks)).toEqual(base)
    }),
  )
})

test('the result scales with the stake alone, and the house gains what the customer loses', () => {
  const lost = makeTicks(70, (second) => 108_512n - BigInt(second))
  const up = settle(termsOf(makeOrder({ stake: '5.000000' })), lost)
  const down = settle(termsOf(makeOrder({ stake: '5.000000', direction: 'DOWN' })), lost)
  expect([up.status, up.gain, down.status, down.gain]).toEqual(['LOST', -5_000_000n, 'WON', 4_700_000n])
})
