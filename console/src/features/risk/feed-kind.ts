import { feedKinds } from '@evenhand/protocol/markets.ts'
import { useTranslations } from 'use-intl'

/** Where the prices of an instrument come from, in the language of the page; a kind that is newer than the page as it is written. */
export function useFeedKindText(): (kind: string | null) => string {
  const t = useTranslations('risk')
  return (kind) => {
    const known = feedKinds.find((one) => one === kind)
    return known === undefined ? (kind ?? '—') : t(`feedKind.${known}`)
  }
}
