import { Button } from '@evenhand/ui/button.tsx'
import { formatAmount } from '@evenhand/ui/format.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { useTranslations } from 'use-intl'
import { isolated } from '../lib/isolated.ts'
import { caseFilterNames, noFilters, type CaseSearch } from './case-search.ts'

type FilterChipsProps = { search: CaseSearch; onSearch: (change: CaseSearch) => void }

/** The words for a filter of the address; undefined where it is not set. */
function useFilterText(search: CaseSearch) {
  const t = useTranslations('common')
  const { who, from, to, min, max, risk } = search
  return {
    who: who && `${t('assign.column')}: ${t(`assign.${who}`)}`,
    from: from && t('filters.chipFrom', { day: isolated(from) }),
    to: to && t('filters.chipTo', { day: isolated(to) }),
    min: min && isolated(`≥ ${formatAmount(min)} USDT`),
    max: max && isolated(`≤ ${formatAmount(max)} USDT`),
    risk: risk && t(`filters.risks.${risk}`),
  }
}

/** The filters that are set, each of which a press takes off. */
export function FilterChips({ search, onSearch }: FilterChipsProps) {
  const t = useTranslations('common')
  const texts = useFilterText(search)
  const set = caseFilterNames.flatMap((name) => (texts[name] === undefined ? [] : [{ name, text: texts[name] }]))
  if (set.length === 0) return null
  return (
    <ul aria-label={t('filters.set')} className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2">
      {set.map(({ name, text }) => (
        <li key={name}>
          <button
            type="button"
            aria-label={t('filters.remove', { name: text })}
            onClick={() => onSearch({ [name]: undefined })}
            className="inline-flex min-h-8 items-center gap-1.5 rounded-chip bg-accent-weak px-2.5 text-13 font-600 text-accent-text hover:underline mobile:min-h-11"
          >
            {text}
            <Icon name="close" size={14} />
          </button>
        </li>
      ))}
      {set.length > 1 && (
        <li>
          <Button variant="quiet" size="small" onClick={() => onSearch(noFilters)}>
            {t('filters.clear')}
          </Button>
        </li>
      )}
    </ul>
  )
}
