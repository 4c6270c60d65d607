import type { eurusd } from './contract-instruments.ts'
import { addOrder, emptyBook, type EngineAccount, type EngineOrder } from '../src/contracts/engine/book.ts'
import type { EngineEffect } from '../src/contracts/engine/effects.ts'
import { holdTick } from '../src/contracts/engine/hold-tick.ts'
import type { Side } from '../src/contracts/price.ts'
import type { Stops } from '../src/contracts/stops.ts'

const none: Stops = { stopLoss: null, takeProfit: null }
export const usdt = (whole: number): bigint => BigInt(whole) * 1_000_000n
type Instrument = typeof eurusd

/** A book with one account, which has so much available, smallest units of USDT; a tick comes each second of its number. */
export function rig(available: bigint) {
  const book = emptyBook(() => 9)
  const account: EngineAccount = {
    key: '1/2',
    available,
    held: 0n,
    margin: 0n,
    floating: 0n,
    debt: 0n,
    positions: new Map(),
    warned: null,
    closingOut: null,
  }
  book.accounts.set(account.key, account)
  let count = 0
  // oxlint-disable-next-line max-params -- what is ordered, and what of it is unlike the rest
  const order = (instrument: Instrument, side: Side, lots: bigint, more: Partial<EngineOrder> = {}): EngineOrder => {
    count += 1
    const made: EngineOrder = {
      id: `o${count}`,
      instrument,
      account,
      side,
      type: 'MARKET',
      lots,
      leverage: 2,
      price: null,
      stops: none,
      maxPips: null,
      acceptedAt: 0,
      seenSeq: 0,
      seenPrice: instrument.refUnits,
      waitsUntil: null,
      expiryOf: () => null,
      held: 0n,
      ...more,
    }
    account.available -= made.held
    account.held += made.held
    addOrder(book, made)
    return made
  }
  const hold = (instrument: Instrument, seq: number, price: bigint): EngineEffect[] =>
    holdTick(book, instrument, { seq, ts: seq * 1000, price })
  return { book, account, order, hold }
}
