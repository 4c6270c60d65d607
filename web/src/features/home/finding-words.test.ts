import { auditForms } from '@evenhand/protocol/audit-forms.ts'
import { differenceWords } from '@evenhand/protocol/audit-words.ts'
import { languages } from '@evenhand/protocol/languages.ts'
import { createTranslator } from 'use-intl/core'
import { expect, test } from 'vitest'

const files = import.meta.glob<{ default: object }>('../../../../protocol/src/texts/*/finding.json', { eager: true })
const wordsOf = (lang: string, finding: Parameters<typeof differenceWords>[0]) => {
  const messages = files[`../../../../protocol/src/texts/${lang}/finding.json`]?.default ?? {}
  const t = createTranslator({
    locale: lang,
    messages,
    onError: (problem) => {
      throw problem
    },
  }) as unknown as { (key: string, values?: object): string; has: (key: string) => boolean }
  return differenceWords(finding, { has: t.has, textOf: (key, values) => t(key, values) })
}

test.each(languages.map(({ value }) => value))('a finding on /transparency is shown in %s, value by value', (lang) => {
  for (const form of Object.values(auditForms)) {
    const filled = form.replaceAll(/\{(\w+)\}/g, (_, name: string) => (name === 'kind' ? 'deposit' : `7${name}`))
    const { at } = wordsOf(lang, { at: filled })
    for (const [, name] of form.matchAll(/\{(\w+)\}/g)) if (name !== 'kind') expect(at).toContain(`7${name}`)
    if (lang !== 'en') expect(at, form).not.toBe(filled)
  }
})

test('a finding shows its parts and the kind of its entry; a value stays as it is', () => {
  expect(wordsOf('de', { at: 'entry 7 (deposit D1, record 9)', found: '00ff, gone', expected: '12.5' })).toEqual({
    at: 'Buchung 7 (Einzahlung, D1; Eintrag 9)',
    found: { label: 'Gefunden:', text: '00ff, Fehlt' },
    expected: { label: 'Erwartet:', text: '12.5' },
  })
})
