import type { FundMethod } from '@evenhand/protocol/funds.ts'
import { localAmount } from '@evenhand/protocol/local-number.ts'
import { assetScales, formatUnits, moneyText, mulDiv } from '@evenhand/protocol/money.ts'
import { withdrawalQuoteMinutes, type WithdrawalBalance, type WithdrawalQuote } from '@evenhand/protocol/withdrawals.ts'
import type { Call } from '../../kernel/http/http.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { amountOf, assetTaken, mustBeMethod, withdrawalFee } from './withdrawals.rules.ts'
import type { BookedAddress, WithdrawalsDeps } from './withdrawals.deps.ts'
import { leftToOrigin, limitOfDay, usedOfLimit } from './withdrawal-limits.store.ts'
import { findQuote, keepQuote, type Quote } from './withdrawal-quotes.store.ts'
import { minuteMs } from '@evenhand/protocol/durations.ts'

const perCustomer = { name: 'withdrawalQuote', max: 60, perMs: minuteMs } as const
/** Whether a text is an id at all: the database would fail on another. */
export const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

export type QuoteRequest = {
  method: string
  addressId: string
  amount: string
  balance?: WithdrawalBalance | undefined
}
/** The address of a request; refuses 10021 where the customer has none of that id for the method, 40016 while it waits. */
export async function mustBeUsable(
  deps: WithdrawalsDeps,
  { method, addressId }: { method: FundMethod; addressId: string },
  { session: { customerId } }: Call,
): Promise<BookedAddress> {
  const { addresses, clock } = deps
  const address = isId(addressId) ? await addresses.find({ customerId, id: addressId }) : undefined
  if (address === undefined || address.coin !== method.coin || address.network !== method.network)
    throw refuse('addressMissing')
  const activeAt = await addresses.usableFrom(address)
  if (activeAt > clock.now()) throw refuse('addressWaiting', { activeAt })
  return address
}

type Taken = { method: FundMethod; balance: WithdrawalBalance | undefined }
/** What the caller may withdraw of a balance by a method, in smallest units: what open contracts may lose stays. */
export const freeOf = ({ ledger }: WithdrawalsDeps, { method, balance }: Taken, { session }: Call): Promise<bigint> =>
  ledger.withdrawable({ accountId: session.accountId, asset: assetTaken(method, balance) })

/** Refuses 30005 less than the minimum unless it is the whole balance, and 10026 more than is free. */
export function mustFit(method: FundMethod, { amount, free }: { amount: bigint; free: bigint }): void {
  const { coin, minWithdrawal } = method
  const text = (units: bigint): string => moneyText({ asset: coin, units })
  if (amount < minWithdrawal && amount !== free)
    throw refuse('belowMinimumWithdrawal', { coin, min: text(minWithdrawal) })
  if (amount > free) throw refuse('insufficientBalance', { free: text(free) })
}

/** A quote as its customer sees it. */
export const wireQuote = ({ id, amount, fee, endsAt }: Quote, { coin }: FundMethod): WithdrawalQuote => ({
  quoteId: id,
  fee: moneyText({ asset: coin, units: fee }),
  net: moneyText({ asset: coin, units: amount - fee }),
  expiresAt: endsAt,
})

/** A quote of this moment, kept for five minutes. */
export async function newQuote(
  { db, clock }: WithdrawalsDeps,
  params: { customerId: string; method: FundMethod; addressId: string; amount: bigint },
): Promise<Quote> {
  const now = clock.now()
  const quote = {
    id: uuidV7(now),
    customerId: params.customerId,
    method: params.method.method,
    addressId: params.addressId,
    amount: params.amount,
    fee: withdrawalFee(params.method, params.amount),
    endsAt: now + withdrawalQuoteMinutes * 60_000,
  }
  await keepQuote(db, quote)
  return quote
}

/** Fee and net, which hold for five minutes; refuses as the withdrawal itself would, 10008 under a legal hold included. */
export async function quoteWithdrawal(
  deps: WithdrawalsDeps,
  request: QuoteRequest,
  call: Call,
): Promise<WithdrawalQuote> {
  const { customerId } = call.session
  deps.limits.take(perCustomer, customerId)
  await deps.mustNotBeHeld(customerId)
  const method = mustBeMethod(request.method, request.balance)
  const amount = amountOf(method, request.amount)
  const { id: addressId } = await mustBeUsable(deps, { method, addressId: request.addressId }, call)
  mustFit(method, { amount, free: await freeOf(deps, { method, balance: request.balance }, call) })
  return wireQuote(await newQuote(deps, { customerId, method, addressId, amount }), method)
}

/** What is left of a customer's limit of a day in a coin; undefined where there is no fresh price. */
export async function leftOfLimit(
  deps: WithdrawalsDeps,
  { coin }: Pick<FundMethod, 'coin'>,
  customerId: string,
): Promise<{ left: bigint | undefined; used: bigint | null; limit: bigint }> {
  const prices = deps.usdtPrices()
  const tier = (await deps.tiersOf([customerId])).get(customerId) ?? 'BASIC'
  const limit = await limitOfDay(deps.db, { customerId, tier })
  const used = await usedOfLimit(deps.db, { customerId, now: deps.clock.now(), prices })
  if (used === null) return { left: undefined, used, limit }
  const rest = used < limit ? limit - used : 0n
  if (coin === 'USDT') return { left: rest, used, limit }
  const price = prices[coin === 'BTC' ? 0 : 1]
  return {
    left: price === null ? undefined : mulDiv(rest, 10n ** BigInt(assetScales[coin]), price, 'floor'),
    used,
    limit,
  }
}

/** The most that can leave by a method now, and what bounds it: the free balance, or the limit of a day. */
export async function maxWithdrawal(
  deps: WithdrawalsDeps,
  request: { method: string; addressId?: string | undefined; balance?: WithdrawalBalance | undefined },
  call: Call,
) {
  const { customerId } = call.session
  const method = mustBeMethod(request.method, request.balance)
  const { coin } = method
  const free = await freeOf(deps, { method, balance: request.balance }, call)
  const { left, used, limit } = await leftOfLimit(deps, method, customerId)
  const address =
    request.addressId === undefined || !isId(request.addressId)
      ? undefined
      : await deps.addresses.find({ customerId, id: request.addressId })
  const back = address === undefined ? 0n : await leftToOrigin(deps.db, { ...address, customerId })
  const bound = left === undefined || left > back ? left : back
  const max = bound === undefined || free < bound ? free : bound
  const fee = max === 0n ? 0n : withdrawalFee(method, max)
  const text = (units: bigint): string => moneyText({ asset: coin, units })
  const usdt = (units: bigint): string => moneyText({ asset: 'USDT', units })
  return {
    max: text(max),
    fee: text(fee),
    net: text(max - fee),
    free: text(free),
    min: text(method.minWithdrawal),
    boundBy: max < free ? ('KYC_LIMIT' as const) : ('BALANCE' as const),
    limit: { coin: 'USDT' as const, most: usdt(limit), used: used === null ? null : usdt(used) },
  }
}

type FindAddress = WithdrawalsDeps['addresses']['find']

/** What a mailed code for a withdrawal confirms, as lines of its mail; undefined where there is no such quote. */
export async function linesOfQuote(
  { db, clock, findAddress }: Pick<WithdrawalsDeps, 'db' | 'clock'> & { findAddress: FindAddress },
  { customerId, boundTo, tag }: { customerId: string; boundTo: string; tag: string },
): Promise<readonly string[] | undefined> {
  const quote = isId(boundTo) ? await findQuote(db, { id: boundTo, customerId, now: clock.now() }) : undefined
  if (quote === undefined) return undefined
  const address = await findAddress({ customerId, id: quote.addressId })
  if (address === undefined) return undefined
  const { coin } = address
  const text = (units: bigint): string => localAmount(formatUnits(units, assetScales[coin], 2), tag, { asset: coin })
  return [
    `${text(quote.amount)} − ${text(quote.fee)} = ${text(quote.amount - quote.fee)}`,
    `${address.network}: ${address.address}`,
  ]
}
