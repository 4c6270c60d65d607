import { readAuditText } from './audit-forms.ts'

/** The catalogue `texts/<lang>/finding.json` as a page reads it; values fill the text of a key. */
export type FindingTexts = {
  readonly has: (key: string) => boolean
  readonly textOf: (key: string, values?: Readonly<Record<string, string>>) => string
}

/** What moved money in the books; the kind itself where the page is older than it. */
export function entryWords(kind: string, { has, textOf }: FindingTexts): string {
  const key = `kind.${kind.replaceAll('.', '_')}`
  return has(key) ? textOf(key) : kind
}

/** A text of an audit (`audit-forms.ts`) in a language, part by part; what is of no form is a value and stays as it is. */
export function auditWords(text: string, texts: FindingTexts): string {
  const known = (part: string): string | undefined => {
    const read = readAuditText(part)
    if (read === undefined) return undefined
    const { kind, ...values } = read.values
    return texts.textOf(`form.${read.form}`, {
      ...values,
      ...(kind !== undefined && { kind: entryWords(kind, texts) }),
    })
  }
  return (
    known(text) ??
    text
      .split(', ')
      .map((part) => known(part) ?? entryWords(part, texts))
      .join(texts.textOf('comma'))
  )
}

type Finding = { readonly at: string; readonly expected?: string | undefined; readonly found?: string | undefined }

/** The place of a finding, what is there and what should be, each of the two with its label. */
export function differenceWords({ at, found, expected }: Finding, texts: FindingTexts) {
  const labelled = (label: 'found' | 'expected', text: string | undefined) =>
    text === undefined ? undefined : { label: texts.textOf(label), text: auditWords(text, texts) }
  return { at: auditWords(at, texts), found: labelled('found', found), expected: labelled('expected', expected) }
}
