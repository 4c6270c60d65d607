import { localAmount } from '@evenhand/protocol/local-number.ts'
import { useTranslations } from 'use-intl'
import type { Sentence, SentenceValue } from './feature.ts'
import { useTag } from './settings.ts'

/** The value of a sentence as it is shown; a code that has no text stays as it is. */
export function useSentenceValue(): (value: SentenceValue) => string | number {
  const t = useTranslations()
  const tag = useTag()
  return (value) => {
    if (value.as === 'amount') return `${localAmount(value.text, tag)} ${value.asset}`.trimEnd()
    if (value.as === 'count') return Number(value.text)
    if (value.as === 'text' || value.text === '') return value.text
    return t.has(value.key as never) ? t(value.key as never) : value.text
  }
}

/** A sentence without marks, as a line of text. */
export function useSentence(): (sentence: Omit<Sentence, 'customerId'>) => string {
  const t = useTranslations()
  const shown = useSentenceValue()
  return ({ key, values }) =>
    t(key as never, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, shown(value)])) as never)
}
