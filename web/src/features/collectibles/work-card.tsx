import type { Collectible } from '@evenhand/protocol/collectibles.ts'
import { Link } from '@evenhand/ui/router.ts'
import { useTranslations } from 'use-intl'
import { Amount } from '../../lib/format.tsx'
import { useWhen } from '../../lib/use-when.ts'
import { TimeLeft, WorkChip, WorkImage } from './work-parts.tsx'
import { priceOf } from './work-price.ts'

/** A work in the gallery: picture, title, price and the time that is left. The whole card is one link. */
export function WorkCard({ work, isFirst }: { work: Collectible; isFirst: boolean }) {
  const t = useTranslations('collectibles')
  const price = priceOf(work)
  return (
    <li className="relative flex min-w-0 flex-col overflow-hidden rounded-card bg-surface ring-1 ring-line hover:ring-control">
      <WorkImage work={work} isFirst={isFirst} />
      <div className="flex min-h-31 grow flex-col gap-1 p-3 desktop:min-h-29 desktop:p-4">
        <div className="flex flex-wrap items-start justify-between gap-x-2 gap-y-1">
          <h2 className="min-w-0 text-15 font-700">
            <Link
              to="/nfts"
              search={{ id: work.id }}
              className="text-fg no-underline after:absolute after:inset-0 after:rounded-card"
            >
              {work.title}
            </Link>
          </h2>
          <WorkChip work={work} />
        </div>
        <p className="mt-auto flex flex-wrap items-baseline justify-between gap-x-2 text-13 text-fg2">
          {price && (
            <>
              <span>{t(`price.${price.name}`)}</span>
              <Amount text={price.text} className="text-15 font-700 text-fg" />
            </>
          )}
        </p>
        <p className="flex min-h-5 flex-wrap items-baseline justify-between gap-x-2 text-13 text-fg2">
          <CardTime work={work} />
        </p>
      </div>
    </li>
  )
}

function CardTime({ work: { status, startAt, endAt, soldAt, bidCount, saleMode, resale } }: { work: Collectible }) {
  const t = useTranslations('collectibles')
  const when = useWhen()
  if (status === 'LIVE' && endAt !== null)
    return (
      <>
        <span>{t('bids', { count: bidCount })}</span>
        <span className="text-fg">
          <TimeLeft until={endAt} />
        </span>
      </>
    )
  if (status === 'SCHEDULED' && startAt !== null)
    return (
      <span>
        {t('time.starts')} <bdi>{when(startAt)}</bdi>
      </span>
    )
  if (resale !== null) return <span>{t('resale.byOwner')}</span>
  if (soldAt !== null) return <bdi>{when(soldAt)}</bdi>
  return <span>{t(`mode.${saleMode}`)}</span>
}
