import { codesOf, convert, isWorse, type CoinPrice } from '@evenhand/proofs/convert.ts'
import { entryLimitMs, entryOf } from '@evenhand/proofs/settle.ts'
import type { Conversion } from '@evenhand/protocol/conversion.ts'
import type { FundCoin } from '@evenhand/protocol/funds.ts'
import { formatUnits, moneyText } from '@evenhand/protocol/money.ts'
import type { Call } from '../../kernel/http/http.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import type { NotificationEvent } from '../notices/index.ts'
import type { ConversionsDeps } from './conversions.deps.ts'
import {
  conversionNo,
  conversionOfQuote,
  findConversionQuote,
  writeConversion,
  type ConversionRow,
  type DecidingTick,
  type Quote,
} from './conversions.store.ts'
import { beyondInventory, coinTradedAs, mustDecide, newQuote, tooLittle, tooMuch } from './quote-conversion.ts'

export type ConvertDeps = ConversionsDeps & { nextSecond: (untilMs: number) => Promise<void> }
/** The call under which its idempotency keys are kept. */
const keyRoute = 'convert'

type Decided = { prices: Partial<Record<FundCoin, CoinPrice>>; ticks: DecidingTick[] }

/**
 * Converts as quoted, at the first recorded tick after the call by the entry rule of options (between two coins, one of
 * each), and returns when it is done. The same quote again returns the same conversion, so nothing is converted twice
 * whatever is repeated. Refuses 40006 with a new quote when the old one is over or was more than 0.5 % better, 10015 when
 * no tick comes in five seconds, 40007 when it is of too few sources, 40008 when the inventory is too small; then nothing
 * has moved.
 */
export async function convertCoins(deps: ConvertDeps, request: { quoteId: string }, call: Call): Promise<Conversion> {
  const { db, clock } = deps
  const { customerId } = call.session
  await mustBeFirstUse(deps, call)
  const before = await conversionOfQuote(db, { ...request, customerId })
  if (before !== undefined) return viewConversion(before)
  await deps.mayConvert({ session: call.session, ip: call.ip })
  const quote = await findConversionQuote(db, { id: request.quoteId, customerId })
  if (quote === undefined) throw refuse('notFound')
  const acceptedAt = clock.now()
  if (quote.endsAt < acceptedAt) throw refuse('quoteChanged', { quote: await newQuote(deps, quote, call) })
  const decided = await decide(deps, quote, acceptedAt)
  if (decided === undefined) throw refuse('notTradableNow', { reason: 'stale' })
  const done = convert({ ...quote, prices: decided.prices })
  if (done.received === 0n) throw tooLittle({ ...quote, prices: decided.prices })
  if (isWorse(done.received, quote.received)) throw refuse('quoteChanged', { quote: await newQuote(deps, quote, call) })
  return write(deps, { quote, acceptedAt, decided, call, ...done })
}

/** Refuses 40028 the key of another conversion. */
async function mustBeFirstUse({ ledger }: ConvertDeps, { session, key, requestHash }: Call): Promise<void> {
  if (key === undefined) return
  const known = await ledger.findKey({ accountId: session.accountId, key })
  if (known.some(({ route, request }) => route === keyRoute && !request.equals(requestHash())))
    throw refuse('keyReused')
}

/** The deciding tick of each coin, from the record; undefined when one has none within five seconds. */
async function decide(deps: ConvertDeps, quote: Quote, acceptedAt: number): Promise<Decided | undefined> {
  const { markets, clock } = deps
  const codes = codesOf(quote)
  const seen = codes.map((code) => markets.latest(code)?.seq ?? 0)
  const to = acceptedAt + entryLimitMs
  // The wait is measured by time that only rises: a clock that goes back must not keep a caller waiting.
  const began = clock.monotonic()
  while (clock.monotonic() - began <= entryLimitMs + 1_000) {
    const windows = await markets.ticks(codes.map((code) => ({ code, from: acceptedAt, to })))
    const found = windows.map((ticks, index) => entryOf({ acceptedAt, seenSeq: seen[index] ?? 0 }, ticks))
    if (found.every((tick) => tick !== undefined)) {
      for (const [index, { seq }] of found.entries()) {
        const kind = windows[index]?.find((tick) => tick.seq === seq)?.feedKind
        if (kind !== undefined) mustDecide(kind, deps.installation)
      }
      const named = found.map((tick, index) => ({ ...tick, code: codes[index] ?? '' }))
      const precisionOf = (code: string): number => markets.instrument(code)?.precision ?? 0
      return {
        prices: Object.fromEntries(
          named.map(({ code, price }) => [coinTradedAs(code), { price, precision: precisionOf(code) }]),
        ),
        ticks: named.map(({ code, seq, ts, price }) => ({
          code,
          seq,
          ts,
          price: formatUnits(price, precisionOf(code)),
        })),
      }
    }
    await deps.nextSecond(1_000)
  }
  return undefined
}

type Writing = {
  quote: Quote
  acceptedAt: number
  decided: Decided
  call: Call
  fee: bigint
  received: bigint
  price: string
}

async function write(deps: ConvertDeps, params: Writing): Promise<Conversion> {
  const { db, clock, ledger } = deps
  const { quote, call } = params
  const { customerId, accountId } = call.session
  const at = clock.now()
  const { from, to, amount } = quote
  const row = {
    id: uuidV7(at),
    customerId,
    accountId,
    quoteId: quote.id,
    from,
    to,
    amount,
    fee: params.fee,
    received: params.received,
    price: params.price,
    ticks: params.decided.ticks,
    acceptedAt: params.acceptedAt,
    at,
  }
  const outcome = await db.transaction().execute(async (tx) => {
    const written = await writeConversion(tx, row)
    if (written === 'done' && call.key !== undefined) {
      const key = { accountId, key: call.key, route: keyRoute, request: call.requestHash(), ref: row.id }
      if (!(await ledger.remember(tx, key))) throw refuse('keyReused')
    }
    if (written === 'done') await deps.enqueueNotices(tx, [doneNotice(row)])
    return written
  })
  // Read after the transaction, whose lock others wait for with connections of their own: a second one may never come.
  if (outcome === 'balance') throw await tooMuch(deps, { from, amount, session: call.session })
  if (outcome === 'inventory') throw await beyondInventory(deps, { from, to, prices: params.decided.prices })
  const kept = await conversionOfQuote(db, { quoteId: quote.id, customerId })
  if (kept === undefined) throw new Error(`conversion of quote ${quote.id} returned ${outcome} and is not there`)
  if (outcome === 'done') deps.moved(accountId)
  return viewConversion(kept)
}

const doneNotice = (row: Omit<ConversionRow, 'orderNo'>): NotificationEvent => ({
  accountId: row.accountId,
  template: 'conversion.done',
  params: {
    conversionId: row.id,
    coin: row.from,
    amount: moneyText({ asset: row.from, units: row.amount }),
    received: `${moneyText({ asset: row.to, units: row.received })} ${row.to}`,
  },
  ref: `conversion.done ${row.id}`,
})

/** A conversion as it goes over the wire. */
export const viewConversion = (row: ConversionRow): Conversion => ({
  id: row.id,
  orderNo: conversionNo(row.orderNo),
  from: row.from,
  to: row.to,
  amount: moneyText({ asset: row.from, units: row.amount }),
  fee: moneyText({ asset: row.from, units: row.fee }),
  price: row.price,
  received: moneyText({ asset: row.to, units: row.received }),
  ticks: row.ticks,
  acceptedAt: row.acceptedAt,
  status: 'DONE',
})
