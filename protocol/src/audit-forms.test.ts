import { expect, test } from 'vitest'
import { auditForms, readAuditText } from './audit-forms.ts'

const value = (name: string): string => (name === 'accounts' ? '{1,2}' : name === 'cause' ? 'Error: it broke' : 'a7')

test.each(Object.entries(auditForms))('%s is read back with its values', (form, text) => {
  const values: Record<string, string> = {}
  const filled = text.replaceAll(/\{(\w+)\}/g, (_, name: string) => (values[name] = value(name)))
  expect(readAuditText(filled)).toEqual({ form, values })
})

test('what is of no form is a value', () => {
  for (const text of ['00ff00', '', 'LOST', 'a b c']) expect(readAuditText(text)).toBeUndefined()
})
