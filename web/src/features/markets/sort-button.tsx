import { Icon } from '@evenhand/ui/icon.tsx'
import { useTranslations } from 'use-intl'
import { nextSort, type Sort, type SortKey } from './sort-items.ts'

type SortButtonProps = { name: SortKey; text: string; sort: Sort; onSort: (sort: Sort) => void }

/** A column's name as a button that shows in which order the list is. */
export function SortButton({ name, text, sort, onSort }: SortButtonProps) {
  const t = useTranslations('market')
  const on = sort?.key === name
  return (
    <button
      type="button"
      onClick={() => onSort(nextSort(sort, name))}
      aria-pressed={on}
      className={`inline-flex min-h-8 items-center gap-1 rounded-chip px-1 hover:text-fg ${on ? 'font-600 text-fg' : ''}`}
    >
      {text}
      <Icon name={on ? (sort.falling ? 'fall' : 'rise') : 'sort'} size={14} />
      {on && <span className="sr-only">{t(sort.falling ? 'sort.falling' : 'sort.rising')}</span>}
    </button>
  )
}
