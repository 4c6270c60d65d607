/** The catalogue as it stands in its file: rows of values in the order of `columns`; `source` points into `sources`. */
export type CatalogueFile = { sources: string[]; columns: string[]; rows: (string | number)[][] }

const columns =
  'id code type subType name base quote venue precision tick lotStep multiplier calendar ref refDate tier source vol rank displayPrecision'.split(
    ' ',
  )

/**
 * The specification fixes the reference price of Bitcoin; it is no provider's quote, so its date is the day it was written
 * down and its tier is P (product).
 */
const fixedReferences: Record<string, { price: string; date: string; source: string }> = {
  BTCUSDT: { price: '52100', date: '2026-11-21', source: 'fixed by the product' },
}

/** Listings write some names backwards or as their legal form; a row shows what people call them. */
const plainNames: Record<string, string> = {
  'Lilly (Eli)': 'Eli Lilly',
  'E-mini Dow ($5) Futures': 'E-mini Dow Futures',
  "Micro E-mini Standard and Poor's 500 Stock Price Index Futures": 'Micro E-mini S&P 500 Futures',
  'Micro Euro/U.S. Dollar (EUR/USD) Futures': 'Micro Euro FX Futures',
  'Brent Last Day Financial Futures': 'Brent Crude Oil Futures',
  'Crude Oil Futures': 'WTI Crude Oil Futures',
  'VIX futures': 'VIX Futures',
  'Hang Seng Index': 'Hang Seng Index Futures',
  'Invesco QQQ Trust, Series 1': 'Invesco QQQ Trust',
  'iShares China Large': 'iShares China Large-Cap ETF',
}

/** Where no ranking lists the instrument, it stands last. */
const unranked = 9999

type Facts = Record<string, string>

/**
 * Collected facts → the catalogue's file. Codes of `previous` keep their ids, places and precisions, because the record
 * counts in them; new codes follow.
 */
export function rowsOf(facts: Facts[], previous: CatalogueFile | undefined): CatalogueFile {
  const sources: string[] = []
  const byCode = new Map(facts.map((fact) => [codeOf(fact), fact]))
  const known = (previous?.rows ?? []).map((row) => String(row[1]))
  const gone = known.filter((code) => !byCode.has(code))
  if (gone.length > 0) throw new Error(`These codes have an id and must stay: ${gone.join(', ')}`)
  const codes = [...known, ...[...byCode.keys()].filter((code) => !known.includes(code))]
  const precisions = new Map(previous?.rows.map((row) => [String(row[1]), row[columns.indexOf('precision')]]))
  const rows = codes.map((code, index) => {
    const row = rowOf({ id: index + 1, code, fact: byCode.get(code) as Facts }, sources)
    row[columns.indexOf('precision')] = precisions.get(code) ?? row[columns.indexOf('precision')] ?? 0
    return row
  })
  return { sources, columns, rows }
}

/** Futures carry ".F", because ES, CL, BTC and ETH are also a stock, a stock and two coins. */
const codeOf = (fact: Facts): string => (fact['market'] === 'futures' ? `${fact['symbol']}.F` : (fact['symbol'] ?? ''))

const subTypeOf = (fact: Facts): string =>
  fact['market'] === 'metals' ? 'metal' : fact['market'] === 'etf' ? 'etf' : ''

function rowOf(one: { id: number; code: string; fact: Facts }, sources: string[]): (string | number)[] {
  const { id, code, fact } = one
  const need = (name: string): string => {
    const value = fact[name] ?? ''
    if (value === '') throw new Error(`${code} has no ${name}`)
    return value
  }
  const fixed = fixedReferences[code]
  const reference = fixed?.price ?? onTick(plainDecimal(need('ref_price')), need('tick_size'))
  const shown = Number(need('price_precision'))
  const name = need('name').replace(/ \(The\)$/, '')
  return [
    id,
    code,
    Number(need('market_type')),
    subTypeOf(fact),
    plainNames[name] ?? name,
    need('base'),
    need('quote'),
    fact['venue'] ?? '',
    precisionOf(reference, shown),
    need('tick_size'),
    need('lot_step'),
    need('contract_multiplier'),
    need('session'),
    reference,
    fixed?.date ?? need('ref_date'),
    fixed === undefined ? need('ref_tier') : 'P',
    indexIn(sources, fixed?.source ?? need('ref_source')),
    Number(need('vol_annual')),
    Number(fact['rank'] || unranked),
    shown,
  ]
}

/** Significant digits of a reference price in the record: a price that falls to a thousandth of it still has seven. */
const recordedDigits = 10

/** Decimals in which the record counts a price: ten significant digits of the reference, and never fewer than are shown. */
export function precisionOf(reference: string, shown: number): number {
  const leading = Math.floor(Math.log10(Number(reference)))
  return Math.max(shown, recordedDigits - 1 - leading)
}

function indexIn(list: string[], value: string): number {
  const index = list.indexOf(value)
  return index >= 0 ? index : list.push(value) - 1
}

/** "1.0348e-05" → "0.000010348": tiny prices are collected with an exponent. */
export function plainDecimal(text: string): string {
  const [number = '', exponent] = text.toLowerCase().split('e')
  if (exponent === undefined) return text
  const [whole = '0', fraction = ''] = number.split('.')
  const shift = -Number(exponent)
  if (shift < 0) throw new Error(`A price with a positive exponent is not expected: ${text}`)
  return `0.${'0'.repeat(Math.max(0, shift - whole.length))}${whole}${fraction}`
}

/** A price moved to the nearest multiple of its tick, as exact decimal text; half goes to the even multiple. */
export function onTick(price: string, tick: string): string {
  const scale = Math.max(decimals(price), decimals(tick))
  const units = scaled(price, scale)
  const step = scaled(tick, scale)
  let count = units / step
  const twice = (units % step) * 2n
  if (twice > step || (twice === step && count % 2n === 1n)) count += 1n
  const digits = (count * step).toString().padStart(scale + 1, '0')
  if (scale === 0) return digits
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`.replace(/\.?0+$/, '')
}

const decimals = (text: string): number => text.split('.')[1]?.length ?? 0
const scaled = (text: string, scale: number): bigint => {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(scale, '0'))
}
