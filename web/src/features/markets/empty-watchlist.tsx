import { EmptyState } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'

/** A watchlist without instruments, and how one gets there. */
export function EmptyWatchlist() {
  const t = useTranslations('market')
  return <EmptyState icon="star" title={t('watch.empty')} text={t('watch.emptyHint')} />
}
