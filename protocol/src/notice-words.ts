import { localAmount, localNumber } from './local-number.ts'

export type NoticeValues = Record<string, string | number>
type Params = Readonly<Record<string, string | number | undefined>>

/** How the surface that shows a notice writes its values. */
export type NoticeStyle = {
  readonly tag: string
  /** Epoch milliseconds in words: in the reader's zone where it is known. */
  readonly time: (ms: number) => string
  /** A day `YYYY-MM-DD` in words. */
  readonly day: (day: string) => string
  /** A figure or an address, in its own direction. */
  readonly figure: (text: string) => string
  /** A text whose direction is not known. */
  readonly name: (text: string) => string
  /** The number of an order, or a reference that an operator typed. */
  readonly number: (text: string) => string
  /** An address or the number of a transaction, whole or shortened. */
  readonly long: (text: string) => string
}

/** Params that a text selects on: these stay as they are. */
const words = new Set([
  'status',
  'direction',
  'kind',
  'reason',
  'mode',
  'change',
  'network',
  'coin',
  'asset',
  'ended',
  'again',
])
const amounts = new Set([
  'stake',
  'profit',
  'amount',
  'fee',
  'net',
  'paid',
  'owed',
  'earned',
  'penalty',
  'next',
  'royalty',
  'proceeds',
  'debt',
  'result',
])
/** Amounts that are gained or lost. */
const signed = new Set(['profit', 'result'])
/** Amounts and prices that name their own coin behind them: `0.25 BTC`, `52100.50 USDT/BTC`. */
const withCoin = new Set(['received', 'sold', 'price'])
const long = new Set(['address', 'txid'])
const numbers = new Set(['orderNo', 'no', 'reference'])
const times = new Set(['until', 'at', 'activeAt', 'dueAt', 'expiresAt'])
const day = /^\d{4}-\d\d-\d\d$/
const decimal = /^-?\d+(\.\d+)?$/
const decimalOfCoin = /^(-?\d+(?:\.\d+)?) ([A-Z]+(?:\/[A-Z]+)?)$/
/** What a template may leave out; its text selects on `none` then. */
const mayLack = [
  'place',
  'browser',
  'system',
  'device',
  'name',
  'left',
  'reason',
  'asset',
  'coin',
  'again',
  'until',
  'debt',
  'result',
]

const decimalsOf = (text: string): number => text.split('.')[1]?.length ?? 0

function valueOf(
  name: string,
  value: string | number,
  options: { params: Params; style: NoticeStyle },
): string | number {
  const { params, style } = options
  if (typeof value === 'number') return times.has(name) ? style.time(value) : value
  if (amounts.has(name) && decimal.test(value)) {
    const asset = String(params['asset'] ?? params['coin'] ?? 'USDT').split('.')[0]
    return style.figure(`${localAmount(value, style.tag, { sign: signed.has(name) })}\u00a0${asset}`)
  }
  // The change of a price, where the kind of an alert is a decimal as well.
  if (decimal.test(value))
    return style.figure(localNumber(value, style.tag, { minDecimals: decimalsOf(value), sign: name === 'change' }))
  const ofCoin = withCoin.has(name) ? decimalOfCoin.exec(value) : null
  if (ofCoin) return style.figure(amountOfCoin(ofCoin, style.tag))
  if (day.test(value)) return style.day(value)
  if (long.has(name)) return style.figure(style.long(value))
  if (name === 'changes') return style.figure(localFigures(value, style.tag))
  if (numbers.has(name)) return style.number(value)
  return words.has(name) ? value : style.name(value)
}

/** A price keeps the decimals of its record; an amount has two, and more only where it needs them. */
function amountOfCoin([, figure = '', coin = '']: readonly string[], tag: string): string {
  const digits = coin.includes('/') ? { minDecimals: decimalsOf(figure) } : {}
  return `${localAmount(figure, tag, digits)}\u00a0${coin}`
}

/** A list of figures without words, such as `60 s: 94.5% → 90%`, with each number as the language writes it. */
const localFigures = (text: string, tag: string): string =>
  text.replace(/(\d+(?:\.\d+)?)(%?)/g, (_, number: string, sign: string) =>
    localNumber(number, tag, { percent: sign === '%' }),
  )

/** The values of a notice's text: amounts with their coin, figures as the language writes them; `none` for what it lacks. */
export function noticeValues(params: Params, style: NoticeStyle): NoticeValues {
  const device = ['browser', 'system'].flatMap((name) => (params[name] ? [String(params[name])] : []))
  const values: NoticeValues = Object.fromEntries(mayLack.map((name) => [name, 'none']))
  for (const [name, value] of Object.entries(params))
    if (value !== '' && value !== undefined) values[name] = valueOf(name, value, { params, style })
  if (device.length > 0) values['device'] = style.name(device.join(' · '))
  // Plurals count.
  if (typeof values['left'] !== 'number') values['left'] = 0
  return values
}

/**
 * The keys of a notice's title and text in the catalogue `texts/<lang>/notice.json`, most specific first: words that
 * differ by what was changed, or by a reason, have a key for each.
 */
export function noticeKeys(
  template: string,
  { change, reason }: Params,
): { readonly title: readonly string[]; readonly text: readonly string[] } {
  const keys = [...[change, reason].flatMap((one) => (one === undefined ? [] : [`${template}.${one}`])), template]
  return { title: keys.map((key) => `${key}.title`), text: keys.map((key) => `${key}.text`) }
}
