import type { Lang } from '@evenhand/protocol/languages.ts'
import { readingAt } from '@evenhand/protocol/reading.ts'
import { nameOf } from './catalogue/instrument.ts'
import { readingOf } from './catalogue/readings.ts'
import type { DayVolume } from './candles/day-volume.ts'
import type { ListRequest } from './list-markets.ts'
import type { Quote } from './quotes/quote-board.ts'

type Find = { request: ListRequest; lang: Lang; volumeOf: DayVolume }

/** The instruments requested, in the order requested. Unsorted lists keep the catalogue's: the largest of each market first. */
export function findMarkets(quotes: readonly Quote[], { request, lang, volumeOf }: Find): readonly Quote[] {
  const found = chosen(quotes, request.codes).filter(
    (quote) =>
      (request.type === undefined || quote.instrument.type === request.type) &&
      (request.subType === undefined || quote.instrument.subType === request.subType) &&
      matches(quote, request.q ?? '', lang),
  )
  return sorted(found, { sort: request.sort, lang, volumeOf })
}

/** Those of the codes, each once, however they were listed. */
function chosen(quotes: readonly Quote[], requested: ListRequest['codes']): readonly Quote[] {
  if (requested === undefined) return quotes
  const codes = [requested].flat().flatMap((list) => list.split(','))
  const byCode = new Map(quotes.map((quote) => [quote.instrument.code, quote]))
  return [...new Set(codes)].flatMap((code) => byCode.get(code) ?? [])
}

/** By code, by its Latin name, by its name in the language, or by how that is typed. */
function matches({ instrument }: Quote, words: string, lang: Lang): boolean {
  const text = words.trim().toLocaleLowerCase('en')
  const name = nameOf(instrument, lang)
  return (
    text === '' ||
    [instrument.code, instrument.name, name].some((one) => one.toLocaleLowerCase('en').includes(text)) ||
    readingAt(readingOf(name, lang) ?? '', text) >= 0
  )
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
/** Compares decimal texts by value: prices of different precisions are brought to one scale. */
const byDecimal = (a: string, b: string): number => {
  const scale = Math.max(decimals(a), decimals(b))
  const difference = scaled(a, scale) - scaled(b, scale)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}
const decimals = (text: string): number => (text.includes('.') ? text.length - text.indexOf('.') - 1 : 0)
const scaled = (text: string, scale: number): bigint =>
  BigInt(text.replace('.', '') + '0'.repeat(scale - decimals(text)))

type Order = { sort: ListRequest['sort'] } & Pick<Find, 'lang' | 'volumeOf'>

function sorted(quotes: readonly Quote[], { sort, lang, volumeOf }: Order): readonly Quote[] {
  if (sort === undefined) return quotes
  const falling = sort.startsWith('-')
  const field = sort.replace('-', '')
  if (field === 'name') {
    const { compare } = new Intl.Collator(lang === 'hk' ? 'zh-Hant-HK' : lang)
    const named = quotes.map((quote) => ({ quote, name: nameOf(quote.instrument, lang) }))
    return named
      .toSorted((a, b) => (falling ? compare(b.name, a.name) : compare(a.name, b.name)))
      .map(({ quote }) => quote)
  }
  if (field === 'volume') return byVolume(quotes, volumeOf, falling)
  const order = orders[field as keyof typeof orders]
  return quotes.toSorted(falling ? (a, b) => order(b, a) : order)
}

const orders = {
  code: (a: Quote, b: Quote) => byText(a.instrument.code, b.instrument.code),
  price: (a: Quote, b: Quote) => byDecimal(a.priceText, b.priceText),
  zdf: (a: Quote, b: Quote) => byDecimal(a.change, b.change),
}

/** An unknown volume is neither large nor small: it stands at the end of both orders. */
function byVolume(quotes: readonly Quote[], volumeOf: DayVolume, falling: boolean): readonly Quote[] {
  const known = quotes.flatMap((quote) => {
    const text = volumeOf(quote)
    return text === undefined ? [] : [{ quote, value: BigInt(text) }]
  })
  const rising = known
    .toSorted((a, b) => (a.value < b.value ? -1 : a.value > b.value ? 1 : 0))
    .map(({ quote }) => quote)
  return [...(falling ? rising.toReversed() : rising), ...quotes.filter((quote) => volumeOf(quote) === undefined)]
}
