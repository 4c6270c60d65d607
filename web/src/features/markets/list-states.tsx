import { Button } from '@evenhand/ui/button.tsx'
import { ErrorState } from '@evenhand/ui/states.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useLayout } from '../../lib/settings.ts'
import { RowSkeletons } from './market-row.tsx'

type ListStatesProps = {
  /** How many rows there are, or undefined while the list is on its way. */
  count: number | undefined
  problem: unknown
  again: () => void
  /** What stands in the place of no rows. */
  empty: ReactNode
  skeletons: number
}

/** What a list shows when it has no rows: boxes while it loads, what failed and what is safe, or that there are none. */
export function ListStates({ count, problem, again, empty, skeletons }: ListStatesProps) {
  const t = useTranslations('market')
  const common = useTranslations('common')
  const mobile = useLayout() === 'mobile'
  if (count !== undefined) return count === 0 ? empty : null
  if (!problem) return <RowSkeletons count={skeletons} mobile={mobile} />
  return (
    <ErrorState
      title={common('state.loadFailed')}
      text={t('listSafe')}
      action={<Button onClick={again}>{common('retry')}</Button>}
    />
  )
}
