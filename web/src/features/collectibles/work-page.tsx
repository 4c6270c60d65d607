import type { Collectible } from '@evenhand/protocol/collectibles.ts'
import { Button, buttonClass } from '@evenhand/ui/button.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { Card, ErrorState, Skeleton } from '@evenhand/ui/states.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { BarTitle } from '../../layout/bar-slot.tsx'
import { isRefused } from '../../lib/problem.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { useTitle } from '../../lib/use-title.ts'
import { BidHistory } from './bid-history.tsx'
import { CharityCard } from './charity-card.tsx'
import { useOwnedWork, useWork } from './collectibles-query.ts'
import { DeliveryCard } from './delivery-card.tsx'
import { OfferPanel } from './offer-panel.tsx'
import { ResalePanel } from './resale-panel.tsx'
import { Transfers } from './transfers.tsx'
import { WorkFacts } from './work-facts.tsx'
import { CreatorName, WorkChip, WorkImage } from './work-parts.tsx'

const columns = 'grid items-start gap-5 desktop:grid-cols-[minmax(0,1fr)_minmax(22rem,30rem)] desktop:gap-8'

/** One work: large, with its offer, where the money goes, its bids and its facts. */
export function WorkPage({ id, proofSheet }: { id: string; proofSheet: ReactNode }) {
  const t = useTranslations('collectibles')
  const common = useTranslations('common')
  const problemText = useProblemText()
  const { data, isError, error, refetch } = useWork(id)
  useTitle(data?.title ?? t('title'))
  return (
    <div className="mx-auto flex max-w-content flex-col gap-4 px-gutter py-4 desktop:py-6 mobile:pb-20">
      <BarTitle title={t('title')} />
      <Link to="/nfts" className={`${buttonClass('quiet', 'small')} -ms-3 self-start mobile:hidden`}>
        <Icon name="back" size={16} />
        {t('detail.back')}
      </Link>
      {!data && isError && (
        <ErrorState
          title={isRefused(error, 'notFound') ? problemText(error) : common('state.loadFailed')}
          text={t('safe')}
          action={<Button onClick={() => void refetch()}>{common('retry')}</Button>}
        />
      )}
      {!data && !isError && (
        <div aria-busy="true" className={columns}>
          <Skeleton className="aspect-square w-full rounded-card" />
          <Skeleton className="h-120 rounded-card" />
        </div>
      )}
      {data && <Work work={data} proofSheet={proofSheet} />}
    </div>
  )
}

function Work({ work, proofSheet }: { work: Collectible; proofSheet: ReactNode }) {
  const { owned, isKnown } = useOwnedWork(work.id, work.status === 'SOLD' || work.status === 'DELIVERED')
  return (
    <div className={columns}>
      <Card className="overflow-hidden desktop:sticky desktop:top-20">
        <WorkImage
          work={work}
          isFirst
          className="h-auto w-full desktop:max-h-[calc(100dvh-8rem)] desktop:object-contain"
        />
      </Card>
      <div className="flex min-w-0 flex-col gap-4">
        <div>
          <div className="flex flex-wrap items-start justify-between gap-2">
            <h1 className="text-24 font-700 text-balance desktop:text-28">{work.title}</h1>
            <WorkChip work={work} />
          </div>
          <p className="mt-1 text-fg2">
            <CreatorName work={work} />
          </p>
        </div>
        {work.resale === null && <OfferPanel work={work} />}
        <ResalePanel work={work} owned={owned} isKnown={isKnown} />
        {work.deliversOn !== null && <DeliveryCard work={work} />}
        {owned && (work.deliversOn !== null || owned.resaleBlock !== 'OFF') && proofSheet}
        <CharityCard work={work} />
        {work.transfers > 1 && <Transfers work={work} />}
        {work.saleMode !== 'FIXED' && <BidHistory work={work} />}
        <WorkFacts work={work} />
      </div>
    </div>
  )
}
