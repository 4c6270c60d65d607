import type { RefusalKey } from '@evenhand/protocol/codes.ts'
import { refusalCodes } from '@evenhand/protocol/codes.ts'
import { describe, expect, it } from 'vitest'
import { Refused, Unreached } from './problem.ts'
import { placeOrder, type Placed } from './place-order.ts'

const order: Placed = { orderId: 'o', orderNo: 'EH1', receipt: {} }
const refused = (key: RefusalKey) => new Refused(key, { code: refusalCodes[key], params: {}, traceId: 't' })
const timeout = new Unreached('timeout', { cause: null })
const answering = (...answers: (Placed | Error)[]) => {
  let at = 0
  const requested = () => {
    const response = answers[Math.min(at++, answers.length - 1)]
    return response instanceof Error ? Promise.reject(response) : Promise.resolve(response as Placed)
  }
  return Object.assign(requested, { times: () => at })
}
const place = (buy: ReturnType<typeof answering>, find = answering(refused('notFound'))) => {
  let searches = 0
  const outcome = placeOrder({ buy, find, pause: () => Promise.resolve(), onUnknown: () => void (searches += 1) })
  return { outcome, find, searches: () => searches }
}

describe('placeOrder', () => {
  it('answers what was placed, and a refusal as it is', async () => {
    expect(await place(answering(order)).outcome).toEqual({ kind: 'placed', order })
    const no = refused('insufficientBalance')
    const { outcome, find } = place(answering(no))
    expect(await outcome).toEqual({ kind: 'refused', problem: no })
    expect(find.times()).toBe(0)
  })

  it.each([
    ['a time-out', timeout],
    ['an overloaded server', refused('fault')],
    ['a broken answer', new Unreached('broken', { cause: null, status: 503 })],
  ])('after %s finds the order by its key and sends it only once', async (_, problem) => {
    const buy = answering(problem)
    const { outcome, searches } = place(buy, answering(timeout, refused('notFound'), order))
    expect(await outcome).toEqual({ kind: 'placed', order })
    expect([buy.times(), searches()]).toEqual([1, 1])
  })

  it('shows that nothing was placed only when the server answered so last', async () => {
    expect((await place(answering(timeout)).outcome).kind).toBe('notPlaced')
    expect((await place(answering(timeout), answering(refused('notFound'), timeout)).outcome).kind).toBe('unknown')
  })

  it('stops searching when the session has ended', async () => {
    const { outcome, find } = place(answering(timeout), answering(refused('sessionEnded')))
    expect((await outcome).kind).toBe('unknown')
    expect(find.times()).toBe(1)
  })
})
