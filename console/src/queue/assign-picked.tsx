import { Select } from '@evenhand/ui/select.tsx'
import { useTranslations } from 'use-intl'
import { useProblemText } from '../lib/problem-text.ts'
import type { Assigning } from './assignment.ts'

/** Whom the picked cases are assigned to; nothing for operators who assign none. */
export function AssignPicked({ assigning }: { assigning: Assigning }) {
  const t = useTranslations('common')
  const problemText = useProblemText()
  const { candidates, picked, assign, isPending, problem } = assigning
  const none = '-'
  return (
    <>
      {candidates.length > 0 && (
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
