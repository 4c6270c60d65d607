import { buttonClass, Button } from '@evenhand/ui/button.tsx'
import { EmptyState, ErrorState, Skeleton } from '@evenhand/ui/states.tsx'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { prefetchChart } from '../features/chart/chart-panel.tsx'
import { useMarketInfo } from '../features/chart/use-market-info.ts'
import { useProblemText } from '../lib/problem-text.ts'
import { useTitle } from '../lib/use-title.ts'
import { InstrumentScreen } from './instrument-screen.tsx'

const route = getRouteApi('/cruuency')
prefetchChart()

/** The instrument of the address. `code` decides; a wrong type or id is corrected, an unknown code says so. */
export function InstrumentPage() {
  const t = useTranslations('instrument')
  const common = useTranslations('common')
  const problemText = useProblemText()
  const search = route.useSearch()
  const navigate = useNavigate({ from: '/cruuency' })
  const code = search.code.trim().toUpperCase()
  const { info, listed, error, refetch } = useMarketInfo(code)
  useTitle(code)

  const right = info && { code: info.item.code, type: info.item.type, id: info.item.id }
  const wrong = right && (right.code !== search.code || right.type !== search.type || right.id !== search.id)
  useEffect(() => {
    if (wrong) void navigate({ search: right, replace: true })
  })

  if (info) return <InstrumentScreen key={info.item.code} info={info} />
  if (!listed)
    return (
      <div className="py-12">
        <EmptyState
          title={t('notListed', { code: code.slice(0, 32) })}
          text={t('notListedText')}
          action={
            <Link to="/market" className={buttonClass('primary')}>
              {t('toMarkets')}
            </Link>
          }
        />
      </div>
    )
  if (error)
    return (
      <div className="py-12">
        <ErrorState
          title={common('state.loadFailed')}
          text={problemText(error)}
          action={<Button onClick={() => void refetch()}>{common('retry')}</Button>}
        />
      </div>
    )
  return <InstrumentSkeleton />
}

/** The page's boxes before its instrument has come. */
const InstrumentSkeleton = () => (
  <div className="mx-auto grid max-w-trading gap-5 desktop:grid-cols-[minmax(0,1fr)_22.5rem] desktop:px-gutter desktop:pt-5">
    <div className="flex flex-col gap-4 bg-surface p-4 desktop:rounded-card desktop:p-5 desktop:ring-1 desktop:ring-line">
      <Skeleton className="h-10 w-60" />
      <Skeleton className="h-[52dvh] w-full desktop:h-[60dvh]" />
    </div>
    <Skeleton className="h-144 w-full rounded-card! mobile:hidden" />
  </div>
)
