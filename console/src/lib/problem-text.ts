import { useTranslations } from 'use-intl'
import { Refused, Unreached } from '@evenhand/protocol/wire.ts'
import { useTag } from './settings.ts'

type Values = Record<string, string | number>

// Every name a refusal's text may use; a value the server left out is the word `none`, which the texts select on.
const names = ['left', 'retryAfterS', 'needed', 'status', 'reason', 'free', 'min', 'max', 'field', 'coin', 'activeAt']

function valuesOf(params: Readonly<Record<string, unknown>>, tag: string): Values {
  const values: Values = Object.fromEntries(names.map((name) => [name, 'none']))
  for (const [name, value] of Object.entries(params)) {
    if (typeof value === 'string' || typeof value === 'number') values[name] = value
    if (Array.isArray(value))
      values[name] = new Intl.ListFormat(tag).format(
        value.map((one: unknown) =>
          typeof one === 'object' && one !== null && 'field' in one ? String(one.field) : String(one),
        ),
      )
  }
  values['fields'] ??= 'none'
  if (typeof values['retryAfterS'] !== 'number') values['retryAfterS'] = 0
  return values
}

/** The text of a problem for an operator: what holds, and the next useful step. */
export function useProblemText(): (problem: unknown) => string {
  const codes = useTranslations('codes')
  const common = useTranslations('common')
  const tag = useTag()
  return (problem) => {
    if (problem instanceof Refused) {
      if (!codes.has(problem.key as never)) return common('problem.refused', { key: problem.key, code: problem.code })
      const text = codes(problem.key as 'fault', valuesOf(problem.params, tag) as never)
      return problem.key === 'fault' && problem.traceId !== ''
        ? `${text} ${common('problem.trace', { traceId: problem.traceId })}`
        : text
    }
    if (problem instanceof Unreached) return common(`problem.${problem.kind}`)
    return common('problem.unknown')
  }
}
