import type { Notification } from '@evenhand/protocol/notices.ts'
import { useTranslations } from 'use-intl'
import { formatAmount, formatDecimal, signOf } from '../../lib/format.tsx'
import { languageOf, useLang } from '../../lib/settings.ts'

type Params = Notification['params']
type Values = Record<string, string | number>

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
const amounts = new Set(['stake', 'profit', 'amount', 'fee', 'net'])
const long = new Set(['address', 'txid'])
const times = new Set(['until', 'at', 'activeAt', 'dueAt'])
const day = /^\d{4}-\d\d-\d\d$/
const decimal = /^-?\d+(\.\d+)?$/
/** What a template may leave out; its text selects on `none` then. */
const mayLack = ['place', 'browser', 'system', 'device', 'name', 'left', 'reason', 'asset', 'coin', 'again', 'until']

const figure = (text: string): string => `\u2066${text}\u2069`
const ownDirection = (text: string): string => `\u2068${text}\u2069`
/** First and last six, which stay on one line: an address as the book shows it, or the number of a transaction. */
const ends = (text: string): string => {
  const [first, last] = text.length > 13 ? [text.slice(0, 6), text.slice(-6)] : text.split('…')
  return figure(last === undefined ? text : `${first}\u2060…\u2060${last}`)
}

function valueOf(name: string, value: string | number, options: { params: Params; tag: string }): string | number {
  if (typeof value === 'number')
    return times.has(name)
      ? new Intl.DateTimeFormat(options.tag, { dateStyle: 'medium', timeStyle: 'short' }).format(value)
      : value
  if (amounts.has(name) && decimal.test(value)) {
    const sign = name === 'profit' && signOf(value) === 1 ? '+' : ''
    return figure(
      `${sign}${formatAmount(value)}\u00a0${String(options.params['asset'] ?? options.params['coin'] ?? 'USDT').split('.')[0]}`,
    )
  }
  if (decimal.test(value)) return figure(formatDecimal(value, { sign: name === 'change' }))
  if (day.test(value))
    return new Intl.DateTimeFormat(options.tag, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(value))
  if (long.has(name)) return ends(value)
  return words.has(name) ? value : ownDirection(value)
}

/**
 * The values of a notice's text: amounts with their coin and figures in the one style of every language, each in its own
 * direction; what a notice may lack is the word `none`.
 */
export function noticeValues(params: Params, tag: string): Values {
  const device = ['browser', 'system'].flatMap((name) => (params[name] ? [String(params[name])] : []))
  const values: Values = Object.fromEntries(mayLack.map((name) => [name, 'none']))
  for (const [name, value] of Object.entries(params))
    if (value !== '') values[name] = valueOf(name, value, { params, tag })
  if (device.length > 0) values['device'] = ownDirection(device.join(' · '))
  // Plurals count.
  if (typeof values['left'] !== 'number') values['left'] = 0
  return values
}

export type NoticeText = { readonly title: string; readonly text: string }
/** The texts are looked up by the template that a notice names, which may be newer than the page. */
type Lookup = { (key: string, values?: Values): string; has: (key: string) => boolean }

/** What a notice says, in the language of the page. */
export function useNoticeText(): (notice: Pick<Notification, 'category' | 'templateKey' | 'params'>) => NoticeText {
  const t = useTranslations('notices') as unknown as Lookup
  const tag = languageOf(useLang()).tag
  return ({ category, templateKey, params }) => {
    const key = `text.${templateKey}`
    if (!t.has(`${key}.title`)) return { title: t(`category.${category}`), text: t('unknown') }
    const values = noticeValues(params, tag)
    return { title: t(`${key}.title`, values), text: t(`${key}.text`, values) }
  }
}
