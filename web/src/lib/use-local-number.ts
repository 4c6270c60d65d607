import { localAmount, localNumber, type Digits } from '@evenhand/protocol/local-number.ts'
import { isolated } from './isolated.ts'
import { languageOf, useLang } from './settings.ts'

/**
 * Figures of a sentence as the page's language writes them: 0.1 is 0,1 in German. An amount comes with its coin, in its own
 * direction. Tables, tickets and balances keep the one style of `format.tsx`.
 */
export function useLocalNumber() {
  const { tag } = languageOf(useLang())
  return {
    number: (decimal: string, digits?: Digits): string => localNumber(decimal, tag, digits),
    amount: (decimal: string, asset?: string, digits?: Digits): string =>
      isolated(localAmount(decimal, tag, { ...digits, ...(asset !== undefined && { asset }) })),
  }
}
