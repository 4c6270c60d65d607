import { readAuditText } from '@evenhand/protocol/audit-forms.ts'
import { useTranslations } from 'use-intl'
import { useEntryText } from '../lib/act-text.ts'

/** A text of an audit in the language of the page, part by part; what is of no form is a value and stays as it is. */
export function useAuditText(): (text: string) => string {
  const t = useTranslations('findings')
  const entryText = useEntryText()
  const known = (text: string): string | undefined => {
    const read = readAuditText(text)
    if (read === undefined) return undefined
    const { kind, ...values } = read.values
    return t(`form.${read.form}`, { ...values, ...(kind === undefined ? {} : { kind: entryText(kind) }) } as never)
  }
  return (text) =>
    known(text) ??
    text
      .split(', ')
      .map((part) => known(part) ?? entryText(part))
      .join(t('comma'))
}
