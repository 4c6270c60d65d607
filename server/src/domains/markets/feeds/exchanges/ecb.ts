import { marketTypes } from '@evenhand/protocol/markets.ts'
import { formatUnits, mulDiv, parseUnits } from '@evenhand/protocol/money.ts'
import { readEcbXml } from './ecb-xml.ts'
import type { Bulletin, ProviderQuote } from '../provider/provider.ts'
import { minuteMs } from '@evenhand/protocol/durations.ts'

/** The currencies the bank publishes a rate of in 2026. The offshore yuan (CNH) is not among them, the yuan (CNY) is. */
const published = new Set(
  (
    'EUR USD JPY CZK DKK GBP HUF PLN RON SEK CHF ISK NOK TRY AUD BRL CAD CNY HKD IDR ILS INR KRW MXN MYR NZD PHP SGD ' +
    'THB ZAR'
  ).split(' '),
)

/** Decimals of a cross. A published rate has at most seven digits, so half a unit of the twelfth decimal changes nothing. */
const scale = 12
const one = 10n ** BigInt(scale)

/**
 * The euro foreign exchange reference rates of the European Central Bank: one rate a currency and working day, published
 * about 16:00 Frankfurt time and free to use with acknowledgement. By the bank's terms they are for information only, and so they are
 * here: a delayed source, shown with its date. Reads eurofxref-daily.xml (ecb.europa.eu, Euro foreign exchange reference
 * rates). The time of a rate is the start (UTC) of the day it is dated.
 */
export const ecb: Bulletin = {
  name: 'ecb',
  label: 'European Central Bank',
  url: 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml',
  everyMs: 30 * minuteMs,
  longestBody: 64 * 1024,
  symbolOf({ type, base, quote }) {
    return type === marketTypes.forex && published.has(base) && published.has(quote) ? base + quote : undefined
  },
  read(body) {
    const { at, rates } = readEcbXml(body)
    const all = new Map([['EUR', one], ...[...rates].map(([currency, rate]) => [currency, unitsOf(rate)] as const)])
    const quotes: ProviderQuote[] = []
    for (const [base, per] of all) {
      for (const [quote, units] of all) {
        if (base !== quote) quotes.push({ symbol: base + quote, last: crossOf({ base, quote, per, units }, rates), at })
      }
    }
    return quotes
  },
}

/**
 * The price of `base` in `quote`. From the euro it is the published text itself; every other is the quotient of the two
 * published rates, half-even to twelve decimals.
 */
function crossOf(
  params: { base: string; quote: string; per: bigint; units: bigint },
  rates: ReadonlyMap<string, string>,
): string {
  const direct = params.base === 'EUR' ? rates.get(params.quote) : undefined
  return direct ?? formatUnits(mulDiv(params.units, one, params.per, 'half-even'), scale)
}

function unitsOf(rate: string): bigint {
  const units = parseUnits(rate, scale)
  if (units === undefined || units <= 0n) throw new Error('A rate is not above zero')
  return units
}
