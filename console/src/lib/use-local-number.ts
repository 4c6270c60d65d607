import { localAmount, localNumber, type Digits } from '@evenhand/protocol/local-number.ts'
import { isolated } from './isolated.ts'
import { useTag } from './settings.ts'

/**
 * Figures of a sentence as the console's language writes them, each in its own direction: 1.000,50 in German. Tables keep
 * the one style of `ui/format`.
 */
export function useLocalNumber() {
  const tag = useTag()
  return {
    number: (decimal: string, digits?: Digits): string => isolated(localNumber(decimal, tag, digits)),
    amount: (decimal: string, asset?: string): string =>
      isolated(localAmount(decimal, tag, asset === undefined ? {} : { asset })),
  }
}
