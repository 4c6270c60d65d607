import * as z from 'zod/mini'
import { fundCoins } from './funds.ts'
import { decimalText } from './money.ts'
import { get, post } from './route.ts'
import { code, epochMs, id, pageOf, paging } from './shapes.ts'

/** How long a quote holds. */
export const conversionQuoteSeconds = 60
/** What a conversion costs, of the amount given. */
export const conversionFeeRate = '0.001'

const coin = z.enum(fundCoins)
/** Any text is taken, so that a malformed amount has its own refusal with the coin's step. */
const amount = z.string().check(z.maxLength(40))

const quote = z.object({
  quoteId: id,
  /** One of the coin that is not USDT in USDT; between two coins, one of `from` in `to`. */
  price: decimalText,
  fee: decimalText,
  receive: decimalText,
  expiresAt: epochMs,
})
export type ConversionQuote = z.output<typeof quote>

export const quoteConversion = post('/swx/customer/user/convert/quote', {
  summary: 'What an amount of one coin comes to in another now; it holds for a minute.',
  signedIn: true,
  keys: 'trade',
  realOnly: true,
  request: z.strictObject({ from: coin, to: coin, amount }),
  fieldRefusals: { amount: 'amountWrong' },
  result: quote,
  refusals: [
    'amountWrong',
    'notInYourCountry',
    'excluded',
    'accountRestricted',
    'notTradableNow',
    'feedKindTooLow',
    'belowMinimumPurchase',
    'insufficientBalance',
    'loanMoneyNotTradable',
    'notVerifiedYet',
    'verificationNotValid',
    'capacityReached',
  ],
})

const conversion = z.object({
  id,
  orderNo: z.string(),
  from: coin,
  to: coin,
  amount: decimalText,
  fee: decimalText,
  price: decimalText,
  received: decimalText,
  /** The recorded ticks that decided: one, or one of each coin. */
  ticks: z.array(z.object({ code, seq: z.int(), ts: epochMs, price: decimalText })),
  acceptedAt: epochMs,
  status: z.literal('DONE'),
})
export type Conversion = z.output<typeof conversion>

export const convertCoins = post('/swx/customer/user/convert', {
  summary:
    'Convert as quoted, at the first tick recorded after the call; one quote leads to one conversion. More than 0.5 % below the quote nothing moves, and a new quote is answered.',
  signedIn: true,
  keys: 'trade',
  realOnly: true,
  request: z.strictObject({ quoteId: id }),
  result: conversion,
  refusals: [...quoteConversion.refusals, 'quoteChanged', 'notFound', 'keyReused'],
  notice: 'purchased',
})

export const listConversions = get('/swx/customer/user/listConvert', {
  summary: 'The caller’s conversions, newest first.',
  signedIn: true,
  keys: 'read',
  request: z.object(paging),
  result: pageOf(conversion),
  refusals: [],
})
