import { setImmediate as yieldLoop } from 'node:timers/promises'
import type { Week } from './week.ts'

type Running = { seconds: number; codes: readonly string[]; every?: number }

/** Lets so many seconds of the product's time pass, recording the prices of these codes in each, or in every so-manieth. */
export async function runFor(week: Week, { seconds, codes, every = 1 }: Running): Promise<void> {
  const first = Math.ceil(week.now() / 1000)
  for (let second = 0; second <= seconds; second += every) {
    week.recorded.clear()
    for (const code of codes) week.recorded.add(code)
    week.advanceTo((first + second) * 1000 + 20)
    await week.product.markets.tick()
  }
  week.recorded.clear()
  await week.moveTo(week.now())
}

/** Does something that is decided by the next recorded prices, and records them until it is done. */
async function untilDone<R>(week: Week, codes: readonly string[], action: () => Promise<R>): Promise<R> {
  let done = false
  const doing = action().finally(() => (done = true))
  // It is awaited below; a refusal meanwhile must not count as an unhandled rejection.
  doing.catch(() => {})
  for (let second = 0; second < 30 && !done; second += 1) {
    for (let index = 0; index < 20 && !done; index += 1) await yieldLoop()
    if (!done) await runFor(week, { seconds: 0, codes })
  }
  return doing
}

type Buying = { code: string; direction: 'UP' | 'DOWN'; amount: string; limitTime: number }

/** Buys an option on the virtual account; returns its id. */
export const buy = async ({ amy }: Week, params: Buying): Promise<string> =>
  (await amy.post<{ orderId: string }>('order/buyOptions', params, 'virtual')).orderId

/** Sells an option at whatever the next price gives. */
export async function sellEarly(week: Week, { id, codes }: { id: string; codes: readonly string[] }): Promise<void> {
  await untilDone(week, codes, () => week.amy.post('order/sellOptions', { id, minPrice: '0' }, 'virtual'))
}

type Converting = { from: string; to: string; amount: string; codes: readonly string[] }

/** Converts `amount` of one coin into another as Amy, while the prices of the instruments `codes` go on. */
export async function convert(week: Week, { codes, ...params }: Converting): Promise<void> {
  const { quoteId } = await week.amy.post<{ quoteId: string }>('user/convert/quote', params)
  await untilDone(week, codes, () => week.amy.post('user/convert', { quoteId }))
}

/** A currency pair that moves little enough for two of its prices to be the same now and then. */
const calm = 'EURDKK'

/** An order whose entry and exit price are equal, if the coming hours hold one: the moment is chosen by what is simulated. */
export async function tie(week: Week, hours: number): Promise<void> {
  const from = Math.ceil(week.now() / 1000) + 60
  const until = from + hours * 3600 - 180
  const at = (second: number): bigint | undefined => week.priceAt(calm, second)
  let entry = from
  for (; entry < until; entry += 1) {
    const price = at(entry)
    if (price !== undefined && at(entry - 4) !== undefined && price === at(entry + 60)) break
  }
  if (entry >= until) return
  await week.moveTo((entry - 4) * 1000)
  // The order is accepted a second before the tick that it enters at.
  await runFor(week, { seconds: 2, codes: [calm] })
  await buy(week, { code: calm, direction: 'UP', amount: '30', limitTime: 60 })
  await runFor(week, { seconds: 64, codes: [calm] })
}
