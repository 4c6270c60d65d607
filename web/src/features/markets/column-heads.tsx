import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useLayout } from '../../lib/settings.ts'
import type { SortKey } from './sort-items.ts'
import { desktopColumns, trendColumn, volumeColumn } from './market-row.tsx'

const plainHead = (_name: SortKey, text: string): ReactNode => text

/** Names of the columns. `drawHead` may draw the sortable ones as something that sorts. */
export function ColumnHeads({ drawHead = plainHead }: { drawHead?: (name: SortKey, text: string) => ReactNode }) {
  const t = useTranslations('market')
  if (useLayout() === 'mobile')
    return (
      <div className="flex justify-between px-4 pb-2 text-12 text-fg3">
        <span>{t('column.name')}</span>
        <span>{t('column.priceAndChange')}</span>
      </div>
    )
  return (
    <div className={`pb-2 text-12 text-fg3 ${desktopColumns}`}>
      <span>
        <span className="sr-only">{t('column.watch')}</span>
      </span>
      <span>{drawHead('name', t('column.name'))}</span>
      <span className="text-end">{drawHead('price', t('column.price'))}</span>
      <span className="text-end">{drawHead('zdf', t('column.change'))}</span>
      <span className={`text-end ${volumeColumn}`}>{drawHead('volume', t('column.volume'))}</span>
      <span className={trendColumn}>{t('column.trend')}</span>
      <span className="text-end">{t('column.state')}</span>
    </div>
  )
}
