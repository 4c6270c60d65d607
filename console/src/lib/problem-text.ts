import { useTranslations } from 'use-intl'
import { retryValues } from '@evenhand/protocol/retry-wait.ts'
import { Refused, Unreached } from '@evenhand/protocol/wire.ts'
import type { TextKey } from './feature.ts'
import { fieldsInWords } from './field-labels.ts'
import { useTag } from './settings.ts'

type Values = Record<string, string | number>

// Every name a refusal's text may use; a value the server left out is the word `none`, which the texts select on.
const names = ['left', 'needed', 'status', 'reason', 'free', 'min', 'max', 'field', 'coin', 'activeAt']

type Words = { tag: string; label: (key: TextKey) => string }

function valuesOf({ fields, ...params }: Readonly<Record<string, unknown>>, { tag, label }: Words): Values {
  const listed = (list: readonly string[]): string => new Intl.ListFormat(tag).format(list)
  const values: Values = Object.fromEntries(names.map((name) => [name, 'none']))
  for (const [name, value] of Object.entries(params)) {
    if (typeof value === 'string' || typeof value === 'number') values[name] = value
    if (Array.isArray(value)) values[name] = listed(value.map(String))
  }
  const { why, labels } = fieldsInWords(Array.isArray(fields) ? fields : [])
  Object.assign(values, { why, fields: labels.length === 0 ? 'none' : listed(labels.map((key) => label(key))) })
  return { ...values, ...retryValues(params['retryAfterS']) }
}

/** The text of a problem for an operator: what holds, and the next useful step. */
export function useProblemText(): (problem: unknown) => string {
  const codes = useTranslations('codes')
  const common = useTranslations('common')
  const label = useTranslations()
  const tag = useTag()
  return (problem) => {
    if (problem instanceof Refused) {
      if (!codes.has(problem.key as never)) return common('problem.refused', { key: problem.key, code: problem.code })
      const text = codes(problem.key as 'fault', valuesOf(problem.params, { tag, label }) as never)
      return problem.key === 'fault' && problem.traceId !== ''
        ? `${text} ${common('problem.trace', { traceId: problem.traceId })}`
        : text
    }
    // Only customers' downloads are named as such.
    if (problem instanceof Unreached) return common(`problem.${problem.kind === 'download' ? 'offline' : problem.kind}`)
    return common('problem.unknown')
  }
}
