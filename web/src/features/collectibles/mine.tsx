import type { OwnBid, OwnedCollectible } from '@evenhand/protocol/collectibles.ts'
import { Button, buttonClass } from '@evenhand/ui/button.tsx'
import { Chip } from '@evenhand/ui/chip.tsx'
import { Link, useLocation } from '@evenhand/ui/router.ts'
import { Banner, Card, EmptyState, ErrorState, Skeleton } from '@evenhand/ui/states.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ModeSwitch } from '../../layout/mode-switch.tsx'
import { Amount } from '../../lib/format.tsx'
import { useAccountMode, useSession } from '../../lib/session.ts'
import { useLocalNumber } from '../../lib/use-local-number.ts'
import { useWhen } from '../../lib/use-when.ts'
import { Dot } from '../../lib/dot.tsx'
import { CertificateButton } from './certificate-button.tsx'
import { useOwnBids, useOwned } from './collectibles-query.ts'
import { CustomerOfferActions } from './customer-offer-actions.tsx'
import { CustomerOffers } from './customer-offers.tsx'
import { TimeLeft, WorkImage } from './work-parts.tsx'

/** What is the customer's own: bids that run or ran, and works. */
export function Mine({ proofSheet }: { proofSheet: ReactNode }) {
  const t = useTranslations('collectibles')
  const common = useTranslations('common')
  const mode = useAccountMode()
  const signedIn = useSession() !== undefined
  const back = useLocation().href
  if (!signedIn)
    return (
      <Card>
        <EmptyState
          icon="star"
          title={t('mine.login')}
          action={
            <Link to="/pass/login" search={{ back }} className={buttonClass()}>
              {common('login')}
            </Link>
          }
        />
      </Card>
    )
  if (mode === 'virtual')
    return (
      <Banner variant="info" action={<ModeSwitch to="real" />}>
        {t('act.virtual')}
      </Banner>
    )
  return (
    <>
      <OwnBids />
      <Owned proofSheet={proofSheet} />
      <CustomerOffers />
    </>
  )
}

type PartProps<T> = {
  id: string
  name: 'bids' | 'owned'
  query: { data: readonly T[] | undefined; isError: boolean; refetch: () => unknown }
  children: (rows: readonly T[]) => ReactNode
}

/** A part of the page with its own waiting, empty and failed state. */
function Part<T>({ id, name, query: { data, isError, refetch }, children }: PartProps<T>) {
  const t = useTranslations('collectibles')
  const common = useTranslations('common')
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <h2 id={id} className="text-18 font-700">
        {t(`mine.${name}`)}
      </h2>
      {!data && isError && (
        <ErrorState
          title={common('state.loadFailed')}
          text={t('safe')}
          action={<Button onClick={() => void refetch()}>{common('retry')}</Button>}
        />
      )}
      {!data && !isError && <Skeleton className="h-28 rounded-card" />}
      {data?.length === 0 && (
        <Card>
          <EmptyState icon="star" title={t(`mine.no.${name}`)} />
        </Card>
      )}
      {data !== undefined && data.length > 0 && children(data)}
    </section>
  )
}

function OwnBids() {
  const query = useOwnBids()
  return (
    <Part id="own-bids" name="bids" query={query}>
      {(rows) => (
        <ul className="grid gap-3 desktop:grid-cols-3 desktop:gap-4">
          {rows.map((bid) => (
            <BidRow key={bid.nftId} bid={bid} />
          ))}
        </ul>
      )}
    </Part>
  )
}

const faces = { HELD: 'good', OUTBID: 'warn', WON: 'good', VOID: 'plain' } as const

function BidRow({ bid }: { bid: OwnBid }) {
  const t = useTranslations('collectibles')
  const isLive = bid.collectibleStatus === 'LIVE'
  return (
    <li className="relative flex min-w-0 gap-3 rounded-card bg-surface p-3 ring-1 ring-line hover:ring-control">
      <WorkImage work={bid} className="size-24 shrink-0 rounded-control" />
      <div className="flex min-w-0 grow flex-col gap-1 text-13">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <Link
            to="/nfts"
            search={{ id: bid.nftId }}
            className="text-15 font-600 text-fg no-underline after:absolute after:inset-0 after:rounded-card"
          >
            {bid.title}
          </Link>
          <Chip variant={faces[bid.status]}>{t(`bidStatus.${bid.status}`)}</Chip>
        </div>
        <p className="flex flex-wrap justify-between gap-x-2 text-fg2">
          {t('bid.amount')} <Amount text={bid.amount} className="font-600 text-fg" />
        </p>
        <p className="flex flex-wrap justify-between gap-x-2 text-fg2">
          {t('bid.held')} <Amount text={bid.held} className="font-600 text-fg" />
        </p>
        {isLive && (
          <p className="flex flex-wrap justify-between gap-x-2 text-fg2">
            {t('time.endsIn')} <TimeLeft until={bid.endAt} />
          </p>
        )}
      </div>
    </li>
  )
}

function Owned({ proofSheet }: { proofSheet: ReactNode }) {
  const query = useOwned()
  const mayOffer = query.data?.some(({ resaleBlock }) => resaleBlock !== 'OFF')
  return (
    <Part id="own-works" name="owned" query={query}>
      {(rows) => (
        <>
          <ul className="grid grid-cols-2 gap-3 desktop:grid-cols-4 desktop:gap-5">
            {rows.map((work) => (
              <OwnedCard key={work.id} work={work} />
            ))}
          </ul>
          {mayOffer && proofSheet}
        </>
      )}
    </Part>
  )
}

/** When the charity had its part of the price; or that it has not, and since when it is late. */
function Donation({ work: { charity, charityPaidAt, charityDueAt, at } }: { work: OwnedCollectible }) {
  const t = useTranslations('collectibles')
  const when = useWhen()
  if (charityPaidAt !== null)
    return <p>{t('mine.charityPaid', { charity: charity.name, time: when(charityPaidAt) })}</p>
  if (at <= charityDueAt) return <p>{t('mine.charityWaits', { charity: charity.name })}</p>
  return (
    <p className="text-danger">
      <bdi>{charity.name}</bdi>
      <Dot />
      {t('charity.overdueSince', { time: when(charityDueAt) })}
    </p>
  )
}

function OwnedCard({ work }: { work: OwnedCollectible }) {
  const t = useTranslations('collectibles')
  const when = useWhen()
  return (
    <li className="flex min-w-0 flex-col overflow-hidden rounded-card bg-surface ring-1 ring-line">
      <WorkImage work={work} />
      <div className="flex grow flex-col gap-1 p-3 text-13 text-fg2 desktop:p-4">
        <Link to="/nfts" search={{ id: work.id }} className="text-15 font-700 text-fg">
          {work.title}
        </Link>
        <p className="flex flex-wrap justify-between gap-x-2">
          {t('mine.paid')} <Amount text={work.paid} className="font-600 text-fg" />
        </p>
        <p>
          <bdi>{when(work.boughtAt)}</bdi>
        </p>
        <Donation work={work} />
        <CertificateButton id={work.id} no={work.orderNo} />
        <Resale work={work} />
      </div>
    </li>
  )
}

/** Whether an owned work is offered, and the way to offer it; where it cannot be offered the reason, so that no owner searches. */
function Resale({ work }: { work: OwnedCollectible }) {
  const t = useTranslations('collectibles')
  const { amount } = useLocalNumber()
  const { resale, resaleBlock } = work
  if (resaleBlock !== null && resaleBlock !== 'OFFERED') return <p>{t(`resale.why.${resaleBlock}`)}</p>
  return (
    <>
      {resale && <Banner variant="info">{t('resale.own', { amount: amount(resale.price, 'USDT') })}</Banner>}
      <CustomerOfferActions work={work} />
    </>
  )
}
