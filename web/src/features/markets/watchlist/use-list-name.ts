import type { Watchlist } from '@evenhand/protocol/watchlist.ts'
import { useTranslations } from 'use-intl'

/** The name of a list; the first one is simply "my list" until its customer names it. */
export function useListName(): (list: Pick<Watchlist, 'name'>) => string {
  const t = useTranslations('market')
  return ({ name }) => (name === '' ? t('watch.first') : name)
}
