import type { RefusalKey } from '@evenhand/protocol/codes.ts'
import { refusalCodes } from '@evenhand/protocol/codes.ts'
import { describe, expect, it } from 'vitest'
import { Refused, Unreached } from './problem.ts'
import { placeOrder, type Placed } from './place-order.ts'

const order: Placed = { orderId: 'o', orderNo: 'EH1', receipt: {} }
const refused = (key: RefusalKey) => new Refused(key, { code: refusalCodes[key], params: {}, traceId: 't' })
const timeout = new Unreached('timeout', { cause: null })
const returning = (...responses: (Placed | Error)[]) => {
  let at = 0
  const requested = () => {
    const response = responses[Math.min(at++, responses.length - 1)]
    return response instanceof Error ? Promise.reject(response) : Promise.resolve(response as Placed)
  }
  return Object.assign(requested, { times: () => at })
}
const place = (buy: ReturnType<typeof returning>, find = returning(refused('notFound'))) => {
  let searches = 0
  const outcome = placeOrder({ buy, find, pause: () => Promise.resolve(), onUnknown: () => void (searches += 1) })
  return { outcome, find, searches: () => searches }
}

describe('placeOrder', () => {
  it('returns what was placed, and a refusal as it is', async () => {
    expect(await place(returning(order)).outcome).toEqual({ kind: 'placed', order })
    const no = refused('insufficientBalance')
    const { outcome, find } = place(returning(no))
    expect(await outcome).toEqual({ kind: 'refused', problem: no })
    expect(find.times()).toBe(0)
  })

  it.each([
    ['a time-out', timeout],
    ['an overloaded server', refused('fault')],
    ['a broken response', new Unreached('broken', { cause: null, status: 503 })],
  ])('after %s finds the order by its key and sends it only once', async (_, problem) => {
    const buy = returning(problem)
    const { outcome, searches } = place(buy, returning(timeout, refused('notFound'), order))
    expect(await outcome).toEqual({ kind: 'placed', order })
    expect([buy.times(), searches()]).toEqual([1, 1])
  })

  it('shows that nothing was placed only when the server refused last', async () => {
    expect((await place(returning(timeout)).outcome).kind).toBe('notPlaced')
    expect((await place(returning(timeout), returning(refused('notFound'), timeout)).outcome).kind).toBe('unknown')
  })

  it('stops searching when the session has ended', async () => {
    const { outcome, find } = place(returning(timeout), returning(refused('sessionEnded')))
    expect((await outcome).kind).toBe('unknown')
    expect(find.times()).toBe(1)
  })
})
