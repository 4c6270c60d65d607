import { assigneeFilters, type AssigneeFilter as Filter } from '@evenhand/protocol/case-filters.ts'
import { useTranslations } from 'use-intl'
import type { Assigning } from './assignment.ts'
import { FilterSelect } from './filter-select.tsx'

type AssigneeFilterProps = {
  assigning: Assigning
  filter: Filter | undefined
  onFilter: (filter: Filter | undefined) => void
}

/** Whose cases are shown. */
export function AssigneeFilter({ assigning, filter, onFilter }: AssigneeFilterProps) {
  const t = useTranslations('common')
  if (!assigning.on) return null
  return (
    <FilterSelect
      label={t('assign.column')}
      usual="all"
      others={assigneeFilters}
      value={filter}
      word={(value) => t(`assign.${value}`)}
      onChoose={onFilter}
    />
  )
}
