import { useTranslations } from 'use-intl'
import { RowsCard } from './rows-card.tsx'
import { useWatchedItems } from './use-watched-items.ts'
import { useWatch } from './watchlist/use-watch.ts'

const maxShown = 6

/** The first of the customer's watchlists, as a card of the home page. */
export function WatchedCard() {
  const t = useTranslations('market')
  const { lists, ready, problem: listsProblem } = useWatch()
  const { items, waiting, problem, again } = useWatchedItems((lists[0]?.codes ?? []).slice(0, maxShown))
  const known = ready && !(waiting && items.length === 0)
  return (
    <RowsCard
      title={t('category.watch')}
      search={{ type: 'watch' }}
      items={known ? items : undefined}
      problem={problem ?? (ready ? undefined : listsProblem)}
      again={again}
      skeletons={3}
      empty={<p className="px-4 pb-4 text-13 text-fg2">{t('watch.emptyHint')}</p>}
    />
  )
}
