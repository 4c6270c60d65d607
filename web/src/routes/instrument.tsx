import { Button, buttonClass } from '@evenhand/ui/button.tsx'
import { EmptyState, ErrorState, Skeleton } from '@evenhand/ui/states.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { lazy, Suspense, useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { prefetchChart } from '../features/chart/chart-panel.tsx'
import { useFullScreenPage } from '../features/chart/use-full-screen.ts'
import { useMarketInfo } from '../features/chart/use-market-info.ts'
import type { ScreenProps } from '../lib/feature.ts'
import type { InstrumentSearch } from '../lib/search.ts'
import { currentSession, useSession } from '../lib/session.ts'
import { loadTexts } from '../lib/texts.ts'
import { useTitle } from '../lib/use-title.ts'
import { VisitorInstrument } from './instrument-visitor.tsx'

/** Orders and their texts come with a session; a visitor's page does without them. */
async function loadCustomer() {
  const [{ CustomerInstrument: screen }] = await Promise.all([
    import('./instrument-customer.tsx'),
    loadTexts('orders', 'running', 'profile', 'codes'),
  ])
  return { default: screen }
}
const CustomerInstrument = lazy(loadCustomer)

// Both are fetched while the instrument itself is on its way; a failure shows where they are used.
prefetchChart()
if (currentSession()) void loadCustomer().catch(() => {})

/** The instrument of the address. `code` decides; a wrong type or id is corrected, an unknown code shows a page that names it. */
export function InstrumentPage({ search, onSearch }: ScreenProps<InstrumentSearch>) {
  const signedIn = useSession() !== undefined
  const code = search.code.trim().toUpperCase()
  const { info, listed, problem, again } = useMarketInfo(code)
  useTitle(info ? `${info.item.appName} (${code})` : code)
  useFullScreenPage()

  const right = info && { code: info.item.code, type: info.item.type, id: info.item.id }
  const wrong = right && (right.code !== search.code || right.type !== search.type || right.id !== search.id)
  useEffect(() => {
    if (wrong) onSearch(right)
  })

  if (!listed) return <NotListed code={code} />
  if (info && signedIn)
    return (
      <Suspense fallback={<InstrumentSkeleton />}>
        <CustomerInstrument key={info.item.code} info={info} onChanged={again} />
      </Suspense>
    )
  if (info) return <VisitorInstrument key={info.item.code} info={info} onChanged={again} />
  return problem ? <NotLoaded onRetry={again} /> : <InstrumentSkeleton />
}

function NotListed({ code }: { code: string }) {
  const t = useTranslations('instrument')
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
}

function NotLoaded({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations('instrument')
  const common = useTranslations('common')
  return (
    <div className="py-12">
      <ErrorState
        title={common('state.loadFailed')}
        text={t('chart.failed')}
        action={<Button onClick={onRetry}>{common('retry')}</Button>}
      />
    </div>
  )
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
