import type { MarketItem } from '@evenhand/protocol/markets.ts'
import { Icon } from '@evenhand/ui/icon.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { Card } from '@evenhand/ui/states.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useLayout } from '../../lib/settings.ts'
import { ListStates } from './list-states.tsx'
import { DesktopRow, MobileRow } from './market-row.tsx'

type CardProps = {
  title: string
  /** What the list of markets is opened with. */
  search: { type?: string; sort?: string }
  /** Undefined while they are on their way. */
  items: readonly MarketItem[] | undefined
  problem: unknown
  again: () => void
  skeletons: number
  empty: ReactNode
}

/** A few instruments under a title that leads to all of them. */
export function RowsCard({ title, search, items, problem, again, skeletons, empty }: CardProps) {
  const t = useTranslations('market')
  const Row = useLayout() === 'mobile' ? MobileRow : DesktopRow
  return (
    <Card className="@container overflow-hidden mobile:-mx-gutter mobile:rounded-none">
      <div className="flex items-center justify-between gap-4 px-4 py-1">
        <h2 className="text-16 font-700">{title}</h2>
        <Link
          to="/market"
          search={search}
          aria-label={`${title}: ${t('all')}`}
          className="inline-flex size-11 items-center justify-center rounded-control text-accent-text"
        >
          <Icon name="go" size={18} />
        </Link>
      </div>
      {items && items.length > 0 && (
        <ul aria-label={title}>
          {items.map((item) => (
            <li key={item.id} className="[contain:content]">
              <Row item={item} />
            </li>
          ))}
        </ul>
      )}
      <ListStates count={items?.length} problem={problem} again={again} empty={empty} skeletons={skeletons} />
    </Card>
  )
}
