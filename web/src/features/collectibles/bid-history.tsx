import { timeFormat } from '@evenhand/protocol/sentence-date.ts'
import type { Collectible } from '@evenhand/protocol/collectibles.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Chip } from '@evenhand/ui/chip.tsx'
import { Card, Skeleton } from '@evenhand/ui/states.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Amount, Figure } from '../../lib/format.tsx'
import { languageOf, useLang } from '../../lib/settings.ts'
import { useWhen } from '../../lib/use-when.ts'
import { useBids, useOwnBid } from './collectibles-query.ts'

const firstShown = 8
const allShown = 100

/** The bids of a work, newest first; bidders are numbers, and the customer's own are marked. */
export function BidHistory({ work }: { work: Collectible }) {
  const t = useTranslations('collectibles')
  const [shown, setShown] = useState(firstShown)
  const { tag } = languageOf(useLang())
  const { data } = useBids(work, shown)
  const own = useOwnBid(work.id)
  const when = useWhen()
  const empty =
    work.status === 'UNSOLD' && work.endAt !== null
      ? t('history.unsold', { time: when(work.endAt) })
      : t('history.none')
  const time = timeFormat(tag, { dateStyle: 'medium', timeStyle: 'medium', numberingSystem: 'latn' })
  return (
    <Card className="flex flex-col gap-2 p-5">
      <h2 className="text-16 font-700">{t('history.title')}</h2>
      {!data && <Skeleton className="h-24" />}
      {data?.rows.length === 0 && <p className="text-fg2">{empty}</p>}
      {data !== undefined && data.rows.length > 0 && (
        <ol className="divide-y divide-line">
          {data.rows.map((bid) => (
            <li key={bid.no} className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 py-1.5 text-13">
              <span className="flex flex-wrap items-center gap-2">
                <Figure className="font-600">{bid.bidder}</Figure>
                {own?.bidder === bid.bidder && <Chip variant="accent">{t('history.you')}</Chip>}
                {bid.isAutomatic && <Chip>{t('history.auto')}</Chip>}
              </span>
              <span className="ms-auto flex flex-col items-end">
                <Amount text={bid.amount} className="font-600" />
                <bdi className="text-12 text-fg3">{time.format(bid.at)}</bdi>
              </span>
            </li>
          ))}
        </ol>
      )}
      {data !== undefined && data.total > data.rows.length && shown === firstShown && (
        <Button variant="secondary" onClick={() => setShown(allShown)}>
          {t('history.more')}
        </Button>
      )}
    </Card>
  )
}
