import { retryValues } from '@evenhand/protocol/retry-wait.ts'
import { expect, test } from 'vitest'
import { createTranslator } from 'use-intl/core'
import { fieldsInWords } from './field-labels.ts'

const catalogues = import.meta.glob<Record<string, string>>('../texts/*/codes.json', { eager: true, import: 'default' })
const all = import.meta.glob<object>('../texts/*/*.json', { eager: true, import: 'default' })
const textsOf = (lang: string): Record<string, object> =>
  Object.fromEntries(
    Object.entries(all).flatMap(([path, texts]) =>
      path.includes(`/${lang}/`) ? [[/(\w+)\.json$/.exec(path)?.[1] ?? '', texts]] : [],
    ),
  )

test.each(Object.entries(catalogues))('%s distinguishes a refused network from a refused role', (path, codes) => {
  const t = createTranslator({ locale: /texts\/(\w+)\//.exec(path)?.[1] ?? '', messages: codes })
  const texts = ['NETWORK', 'LEGAL_HOLD', 'ROLE'].map((reason) => t('accountRestricted', { reason }))
  expect(new Set(texts).size).toBe(3)
})

test.each(Object.entries(catalogues))('%s counts a long wait in minutes', (path, codes) => {
  const t = createTranslator({ locale: /texts\/(\w+)\//.exec(path)?.[1] ?? '', messages: codes })
  const text = (wait?: number) => t('tooMany', retryValues(wait))
  expect(text(45)).toContain('45')
  expect(text(3226)).toContain('54')
  expect(text(3226)).not.toContain('3226')
  expect(text()).not.toMatch(/\d/)
})

test.each(Object.entries(catalogues))('%s names refused fields as a person sees them, or not at all', (path, codes) => {
  const lang = /texts\/(\w+)\//.exec(path)?.[1] ?? ''
  const messages = textsOf(lang)
  const any = createTranslator({ locale: lang, messages: { ...messages, codes } })
  const problemText = (field: string, reason: string): string => {
    const { why, labels } = fieldsInWords([{ field, reason }])
    return any(
      'codes.dataIncomplete' as never,
      {
        why,
        fields: labels.length === 0 ? 'none' : labels.map((key) => any(key as never)).join(', '),
      } as never,
    )
  }
  expect(problemText('networks', 'malformed')).toContain(any('operators.column.networks' as never))
  expect(problemText('email', 'taken')).toContain(any('operators.email' as never))
  const unnamed = [
    ['baseVersion', 'outdated'],
    ['boardReason', 'malformed'],
    ['document', 'notOpened'],
    ['title', 'tooMany'],
  ]
  const texts = unnamed.map(([field = '', reason = '']) => problemText(field, reason))
  expect(new Set(texts).size).toBe(texts.length)
  expect(texts.filter((text) => /baseVersion|boardReason|\{/.test(text))).toEqual([])
})
