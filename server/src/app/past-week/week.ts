import { setTimeout as wait } from 'node:timers/promises'
import { hourMs, minuteMs } from '@evenhand/protocol/durations.ts'
import type { Payout } from '../../payout/payout.ts'
import type { Product } from '../product.ts'
import type { CustomerPage, operatorAt } from './callers.ts'
import { identify } from './identity.ts'
import { announceDeposit, creditDeposit, prepareWithdrawals, withdraw } from './money.ts'
import { buy, convert, runFor, sellEarly, tie } from './trades.ts'

export type Week = {
  product: Product
  amy: CustomerPage
  operator: (role: 'finance1' | 'finance2' | 'kyc') => ReturnType<typeof operatorAt>
  payout: Payout
  /** Codes whose prices are recorded: of the others the record begins with the present. */
  recorded: Set<string>
  now: () => number
  /** The present of the machine, where the week ends, epoch ms. */
  present: () => number
  /** Moves the product's clock forward to a time. */
  moveTo: (at: number) => Promise<void>
  /** The same without writing to the database, from tick to tick. */
  advanceTo: (at: number) => void
  /** The price that a code is going to have at a second; undefined where its market is closed. */
  priceAt: (code: string, second: number) => bigint | undefined
  /** Whether it has taken as long as it may. */
  isOver: () => boolean
}

type Scene = readonly [hour: number, what: (week: Week) => Promise<void>]

/** Coins that few open first: the charts of the others stay whole. */
const coins = ['LTCUSDT', 'LINKUSDT', 'DOTUSDT', 'ATOMUSDT'] as const
const [ltc, link, dot, atom] = coins

const signIn = ({ amy }: Week): Promise<void> => amy.signIn()

/** Four orders of a minute, two each way: some win and some lose. */
async function minutes(week: Week): Promise<void> {
  await runFor(week, { seconds: 5, codes: coins })
  for (const [code, direction, amount] of [
    [ltc, 'UP', '50'],
    [link, 'DOWN', '20'],
    [dot, 'UP', '10'],
    [atom, 'DOWN', '100'],
  ] as const)
    await buy(week, { code, direction, amount, limitTime: 60 })
  await runFor(week, { seconds: 68, every: 2, codes: coins })
}

/** Prices stand still from the acceptance on for longer than an entry may take: void, with the stake back. */
async function voided(week: Week): Promise<void> {
  await runFor(week, { seconds: 3, codes: [dot] })
  await buy(week, { code: dot, direction: 'UP', amount: '25', limitTime: 60 })
  await week.moveTo(week.now() + 20_000)
  await runFor(week, { seconds: 3, codes: [dot] })
}

/** One of five minutes, sold before its end. */
async function soldEarly(week: Week): Promise<void> {
  await runFor(week, { seconds: 120, every: 10, codes: [ltc] })
  const id = await buy(week, { code: ltc, direction: 'UP', amount: '80', limitTime: 300 })
  await runFor(week, { seconds: 90, every: 2, codes: [ltc] })
  await sellEarly(week, { id, codes: [ltc] })
  await runFor(week, { seconds: 10, codes: [ltc] })
}

async function hour(week: Week): Promise<void> {
  await runFor(week, { seconds: 3, codes: [link] })
  await buy(week, { code: link, direction: 'DOWN', amount: '200', limitTime: 3600 })
  await runFor(week, { seconds: 3540, every: 60, codes: [link] })
  await runFor(week, { seconds: 64, every: 2, codes: [link] })
}

/** Ends after the present, so that it runs at the first visit. */
async function running(week: Week): Promise<void> {
  await runFor(week, { seconds: 3, codes: [ltc] })
  await buy(week, { code: ltc, direction: 'UP', amount: '150', limitTime: 86_400 })
  await runFor(week, { seconds: 4, codes: [ltc] })
}

async function conversions(week: Week): Promise<void> {
  const codes = ['BTCUSDT', 'ETHUSDT']
  await runFor(week, { seconds: 3, codes })
  await convert(week, { from: 'USDT', to: 'BTC', amount: '250', codes })
  await convert(week, { from: 'BTC', to: 'ETH', amount: '0.002', codes })
}

/** What happened, by the hours since the week began; the last scene ends minutes before the present. */
const scenes: readonly Scene[] = [
  [0.2, signIn],
  [0.3, (week) => announceDeposit(week, { coin: 'USDT', network: 'TRC20', amount: '2500' })],
  [0.9, creditDeposit],
  [1.2, minutes],
  [2, prepareWithdrawals],
  [26, signIn],
  [26.1, (week) => withdraw(week, '150')],
  [27, soldEarly],
  [27.5, (week) => tie(week, 21)],
  [51, voided],
  [74, signIn],
  [74.1, minutes],
  [74.3, identify],
  [75, (week) => tie(week, 22)],
  [98, hour],
  [122, minutes],
  [150, running],
  [166.4, signIn],
  [166.6, minutes],
  [167.2, (week) => withdraw(week, '1100')],
  [167.5, (week) => announceDeposit(week, { coin: 'BTC', network: 'Bitcoin', amount: '0.02' })],
  // The last: from its prices on the record of these two is to have no gap worth seeing.
  [167.9, conversions],
]

/** A minute is packed once its late ticks have come; the last one that is shall not have to wait. */
const packedAfterMs = 10_000

/** One second of every market in the last whole minute: what is listed is counted by it from the first count on. */
export async function reachPresent(week: Week): Promise<void> {
  const minute = Math.floor((week.present() - packedAfterMs) / minuteMs) * minuteMs
  await week.moveTo(minute - 2000)
  await runFor(week, { seconds: 0, codes: week.product.markets.instruments().map(({ code }) => code) })
  await week.moveTo(week.present())
  await week.product.markets.compacted()
}

/** Plays the week, scene by scene; what was decided in a scene is settled and sealed before the next. */
export async function playWeek(week: Week): Promise<void> {
  const began = week.now()
  for (const [hours, what] of scenes) {
    if (week.isOver()) throw new Error(`it took too long; left out from hour ${hours}`)
    await week.moveTo(began + hours * hourMs)
    await what(week)
    await week.product.options.settleNow()
    await week.product.markets.compacted()
    await week.product.books.seal()
    // What waits for a timer, such as notices, runs now.
    await wait(1)
  }
}
