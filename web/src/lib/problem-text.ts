import { localAmount } from '@evenhand/protocol/local-number.ts'
import { retryValues } from '@evenhand/protocol/retry-wait.ts'
import { sentenceDate } from '@evenhand/protocol/sentence-date.ts'
import { evenDecimals } from '@evenhand/ui/even-decimals.ts'
import { useTranslations } from 'use-intl'
import { pageMissing, Refused, Unreached } from './problem.ts'
import { useSentences } from './sentences.ts'
import { languageOf, useLang } from './settings.ts'

const timeNames = new Set(['until', 'opensAt', 'nextAt', 'activeAt', 'endAt'])
const selectNames = new Set(['reason', 'status', 'product', 'limit', 'feedKind', 'coin', 'network', 'orderNo'])

/** Every name a refusal's text may use; a value the server left out is the word `none`, which the texts select on. */
const names = [
  'status',
  'reason',
  'free',
  'needed',
  'min',
  'max',
  'step',
  'opensAt',
  'orderNo',
  'left',
  'score',
  'coin',
  'product',
  'country',
  'nextAt',
  'until',
  'limit',
  'value',
  'feedKind',
  'from',
  'to',
  'stopLoss',
  'takeProfit',
  'activeAt',
  'maxMb',
  'minSide',
  'minAge',
  'network',
  'minNext',
  'endAt',
  'price',
] as const

/** What there is and what it takes, in one sentence: both in the decimals of the one that needs more. */
const compared = ['free', 'needed']

type Values = Record<string, string | number>

/** Refusals that have a text for each value of one of their params, and `other`. */
const variants: Readonly<Record<string, string>> = {
  accountRestricted: 'reason',
  notTradableNow: 'reason',
  openLimitReached: 'limit',
  ownLimitReached: 'limit',
}

type Has = (key: string) => boolean

/** The key of a refusal's text in `codes`: that of its variant where it has several. */
export function textKey(key: string, params: Readonly<Record<string, unknown>>, has: Has): string {
  const name = variants[key]
  if (name === undefined) return key
  const own = `${key}.${String(params[name] ?? 'none')}`
  return has(own) ? own : `${key}.other`
}

/** The values of a refusal's text: times and amounts as words of the language, absent ones as `none`. */
export function textValues(params: Readonly<Record<string, unknown>>, tag: string): Values {
  const values: Values = Object.fromEntries(names.map((name) => [name, 'none']))
  const minDecimals = evenDecimals(compared.map((name) => String(params[name])))
  const amount = (name: string, text: string) => localAmount(text, tag, compared.includes(name) ? { minDecimals } : {})
  for (const [name, value] of Object.entries(params)) {
    if (name === 'maxBytes' && typeof value === 'number') values['maxMb'] = Math.round(value / 1_048_576)
    else if (typeof value === 'number') values[name] = timeNames.has(name) ? timeText(value, tag) : value
    else if (name === 'country' && typeof value === 'string')
      values[name] = new Intl.DisplayNames(tag, { type: 'region' }).of(value) ?? value
    else if (typeof value === 'string')
      values[name] = !selectNames.has(name) && /^-?\d+(\.\d+)?$/.test(value) ? amount(name, value) : value
    else if (Array.isArray(value) && value.every((one) => typeof one !== 'object'))
      values[name] = new Intl.ListFormat(tag).format(value.map(String))
  }
  return { ...values, ...retryValues(params['retryAfterS']) }
}

const timeText = (ms: number, tag: string) => sentenceDate(tag, { timeStyle: 'short' }).format(ms)

/** The text of a refusal in the page's language. Needs the texts `codes`. */
export function useRefusalText(): (key: string, params: Readonly<Record<string, unknown>>) => string {
  const codes = useTranslations('codes') as unknown as { (key: string, values?: Values): string; has: Has }
  const tag = languageOf(useLang()).tag
  return (key, params) => codes(textKey(key, params, codes.has), textValues(params, tag))
}

/** The text of a problem for the customer, in their language, with the next useful step. Needs the texts `codes`, and for a missing page `home`. */
export function useProblemText(): (problem: unknown) => string {
  const refusalText = useRefusalText()
  const sentences = useSentences()
  const t = useTranslations()
  const common = useTranslations('common')
  return (problem) => {
    if (problem instanceof Refused) {
      const text = refusalText(problem.key, problem.params)
      return problem.key === 'fault' && problem.traceId
        ? sentences(text, common('problem.trace', { traceId: problem.traceId }))
        : text
    }
    if (problem === pageMissing) return t('home.pageMissing')
    if (problem instanceof Unreached) return common(`problem.${problem.kind}`)
    return common('problem.unknown')
  }
}
