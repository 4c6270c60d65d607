import { Icon } from '@evenhand/ui/icon.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useLayout } from '../../lib/settings.ts'
import { desktopColumns } from './market-row.tsx'
import { nextSort, type Sort, type SortKey } from './sort-items.ts'

type HeadsProps = { sort?: Sort; onSort?: (sort: Sort) => void }

/** Names of the columns; where the list can be sorted, each is a button that says in which order it is. */
export function ColumnHeads({ sort, onSort }: HeadsProps) {
  const t = useTranslations('market')
  const mobile = useLayout() === 'mobile'
  const head = (key: SortKey, text: ReactNode, align = '') => (
    <Head sort={sort} onSort={onSort} name={key} className={align}>
      {text}
    </Head>
  )
  if (mobile)
    return onSort ? null : (
      <div className="flex justify-between px-4 pb-2 text-12 text-fg3">
        <span>{t('column.name')}</span>
        <span>{t('column.priceAndChange')}</span>
      </div>
    )
  return (
    <div className={`pb-2 text-12 text-fg3 ${desktopColumns}`}>
      {head('code', t('column.name'))}
      {head('price', t('column.price'), 'justify-end')}
      {head('zdf', t('column.change'), 'justify-end')}
      <span>{t('column.trend')}</span>
      <span className="text-end">{t('column.state')}</span>
    </div>
  )
}

function Head({
  name,
  sort,
  onSort,
  className,
  children,
}: {
  name: SortKey
  sort: Sort
  onSort: ((sort: Sort) => void) | undefined
  className: string
  children: ReactNode
}) {
  const t = useTranslations('market')
  if (!onSort) return <span className={`flex ${className}`}>{children}</span>
  const on = sort?.key === name
  return (
    <span className={`flex ${className}`}>
      <button
        type="button"
        onClick={() => onSort(nextSort(sort, name))}
        aria-pressed={on}
        className={`inline-flex min-h-8 items-center gap-1 rounded-chip px-1 hover:text-fg ${on ? 'font-600 text-fg' : ''}`}
      >
        {children}
        <Icon name={on ? (sort.falling ? 'fall' : 'rise') : 'sort'} size={14} />
        {on && <span className="sr-only">{t(sort.falling ? 'sort.falling' : 'sort.rising')}</span>}
      </button>
    </span>
  )
}
