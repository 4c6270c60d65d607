import { decideKycProposal, kycProposals, type KycProposal } from '@evenhand/protocol/identification-console.ts'
import { serviceLevels } from '@evenhand/protocol/operator-result.ts'
import { EmptyState } from '@evenhand/ui/states.tsx'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { CoverageBanner } from '../../layout/coverage-banner.tsx'
import { Page } from '../../layout/page.tsx'
import { call } from '../../lib/call.ts'
import { useFeatures } from '../../lib/feature.ts'
import { useMay, useOperator } from '../../lib/session.ts'
import { freshMs, maxRows } from '../../lib/use-page.ts'
import { DecisionList } from './decision-list.tsx'
import { Noticed } from './noticed.tsx'
import { Charts } from './charts.tsx'
import { useTrends } from './use-trends.ts'
import { useWaitingTexts } from './use-waiting-texts.ts'
import { OpenAlerts } from './open-alerts.tsx'
import { ScreenCards } from './screen-cards.tsx'
import { QueueCard } from './queue-card.tsx'
import { requestLists } from '../../requests/requested-change.ts'
import { RowsState } from '../../table/rows-state.tsx'

/** What waits, how long it has waited, and what waits for this very operator. */
export function Dashboard() {
  const query = useQuery({
    queryKey: [serviceLevels.path],
    queryFn: ({ signal }) => call(serviceLevels, {}, signal),
    refetchInterval: freshMs,
  })
  const trends = useTrends()
  if (!query.data) return <RowsState rows={{ ...query, data: undefined }} empty={null} />
  return (
    <Page>
      <CoverageBanner />
      <OpenAlerts />
      {query.data.queues.length === 0 && <ScreenCards />}
      <ul className="grid gap-3 desktop:grid-cols-3 mobile:grid-cols-1 empty:hidden">
        {query.data.queues.map((queue) => (
          <li key={queue.name}>
            <QueueCard queue={queue} history={trends.data?.queues.find(({ name }) => name === queue.name)?.days} />
          </li>
        ))}
      </ul>
      <Decisions />
      <Charts trends={trends} />
      <Noticed />
    </Page>
  )
}

/** What others have requested and this operator may decide. */
function Decisions() {
  const t = useTranslations('dashboard')
  const may = useMay()
  const features = useFeatures()
  const lists = requestLists(features).filter((list) => may(list))
  const results = useQueries({
    queries: lists.map((list) => ({
      queryKey: [list.path, 'decisions'],
      queryFn: ({ signal }: { signal: AbortSignal }) => call(list, { page: 1, size: maxRows }, signal),
      refetchInterval: freshMs,
    })),
  })
  const identities = useIdentityProposals()
  const texts = useWaitingTexts()
  if (lists.length === 0 && identities === undefined && texts === undefined) return null
  const own = results.flatMap(({ data }) => data?.rows ?? []).filter(({ mayDecide }) => mayDecide)
  return (
    <section aria-labelledby="decisions" className="rounded-card bg-surface ring-1 ring-line">
      <h2 id="decisions" className="border-b border-line px-4 py-3 text-16 font-700">
        {t('decisions')}
      </h2>
      {own.length + (identities?.length ?? 0) + (texts?.length ?? 0) === 0 ? (
        <EmptyState icon="check" title={t('noDecisions')} />
      ) : (
        <DecisionList requests={own} identities={identities ?? []} texts={texts ?? []} />
      )}
    </section>
  )
}

/** What others have requested about identities; undefined for those who decide none of it. */
function useIdentityProposals(): readonly KycProposal[] | undefined {
  const may = useMay()
  const me = useOperator()?.operator.id
  const decides = may(decideKycProposal)
  const { data } = useQuery({
    queryKey: [kycProposals.path],
    queryFn: ({ signal }) => call(kycProposals, {}, signal),
    refetchInterval: freshMs,
    enabled: decides,
  })
  return decides ? (data ?? []).filter(({ proposerId }) => proposerId !== me) : undefined
}
