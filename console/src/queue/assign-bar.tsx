import { assigneeFilters, type AssigneeFilter } from '@evenhand/protocol/case-filters.ts'
import { Select } from '@evenhand/ui/select.tsx'
import { useTranslations } from 'use-intl'
import { useProblemText } from '../lib/problem-text.ts'
import type { Assigning } from './assignment.ts'
import { FilterSelect } from './filter-select.tsx'

type AssignBarProps = {
  assigning: Assigning
  filter: AssigneeFilter | undefined
  onFilter: (filter: AssigneeFilter | undefined) => void
}

/** Whose cases are shown; and, once some are picked, whom they are assigned to. */
export function AssignBar({ assigning, filter, onFilter }: AssignBarProps) {
  const t = useTranslations('common')
  const problemText = useProblemText()
  const { on, candidates, picked, assign, isPending, problem } = assigning
  if (!on) return null
  const none = '-'
  return (
    <>
      <FilterSelect
        label={t('assign.column')}
        usual="all"
        others={assigneeFilters}
        value={filter}
        word={(value) => t(`assign.${value}`)}
        onChoose={onFilter}
      />
      {picked.size > 0 && candidates.length > 0 && (
        <Select
          bare
          label={t('assign.to', { count: picked.size })}
          value=""
          disabled={isPending}
          options={[
            { value: '', label: t('assign.to', { count: picked.size }) },
            ...candidates.map((name) => ({ value: name, label: name })),
            { value: none, label: t('assign.nobody') },
          ]}
          onChange={({ target }) => target.value !== '' && assign(target.value === none ? null : target.value)}
          className="min-w-44"
        />
      )}
      {problem !== null && (
        <span role="alert" className="text-13 text-danger">
          {problemText(problem)}
        </span>
      )}
    </>
  )
}
