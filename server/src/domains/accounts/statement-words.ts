import { readFileSync } from 'node:fs'
import type { Lang } from '@evenhand/protocol/languages.ts'
import type { TransactionKind } from '@evenhand/protocol/settings.ts'

type Approval =
  | 'title'
  | 'account'
  | 'of'
  | 'made'
  | 'months'
  | 'coin'
  | 'opening'
  | 'into'
  | 'out'
  | 'closing'
  | 'summary'
  | 'byKind'
  | 'kind'
  | 'count'
  | 'amount'
  | 'lines'
  | 'time'
  | 'balance'
  | 'order'
  | 'none'
  | 'more'
  | 'sources'
  | 'head'
  | 'page'
  | 'sandbox'

/** The words of a statement in one language; what stands in braces is filled in. */
export type StatementWords = Readonly<Record<Approval, string>> & {
  readonly kinds: Readonly<Record<TransactionKind, string>>
}

const known = new Map<Lang, StatementWords>()

/** The words of a statement in a language. */
export function statementWords(lang: Lang): StatementWords {
  const words =
    known.get(lang) ??
    (JSON.parse(readFileSync(new URL(`./statement-words/${lang}.json`, import.meta.url), 'utf8')) as StatementWords)
  known.set(lang, words)
  return words
}
