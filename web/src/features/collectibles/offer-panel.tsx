import type { Collectible, OwnBid } from '@evenhand/protocol/collectibles.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Banner, Card } from '@evenhand/ui/states.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSecondsLeft } from '../../feed/use-seconds-left.ts'
import { useQuote } from '../../feed/quote-store.ts'
import { Row } from '../../lib/figure-row.tsx'
import { Amount, Figure } from '../../lib/format.tsx'
import { useSentences } from '../../lib/sentences.ts'
import { useLocalNumber } from '../../lib/use-local-number.ts'
import { useWhen } from '../../lib/use-when.ts'
import { Dot } from '../../lib/dot.tsx'
import { ActionBar } from './action-bar.tsx'
import { BidDialog } from './bid-dialog.tsx'
import { inCoin } from './bid-figures.ts'
import { BuyDialog } from './buy-dialog.tsx'
import { useOwnBid } from './collectibles-query.ts'
import { TimeLeft } from './work-parts.tsx'
import { priceOf, takesBids, takesBuyer } from './work-price.ts'

/** What a work costs now, until when, how the customer stands, and the ways to it. */
export function OfferPanel({ work }: { work: Collectible }) {
  const t = useTranslations('collectibles')
  const own = useOwnBid(work.id)
  const price = priceOf(work)
  return (
    <Card className="flex flex-col gap-4 p-5">
      {price && (
        <div>
          <p className="text-13 text-fg2">{t(`price.${price.name}`)}</p>
          <Amount text={price.text} className="text-28 leading-tight font-700" />
          <Orientation usdt={price.text} />
        </div>
      )}
      <dl className="flex flex-col gap-1.5 text-13 empty:hidden">
        {takesBids(work) && (
          <Row name={t('detail.minNext')}>
            <Amount text={work.minNextBid ?? '0'} />
          </Row>
        )}
        {work.saleMode === 'AUCTION_WITH_BUY_NOW' && work.price !== null && work.status === 'LIVE' && (
          <Row name={t('price.buyNow')}>
            <Amount text={work.price} />
          </Row>
        )}
        {work.saleMode !== 'FIXED' && work.status !== 'UNSOLD' && (
          <Row name={t('history.title')}>{t('bids', { count: work.bidCount })}</Row>
        )}
      </dl>
      <AuctionTime work={work} />
      {own && <OwnPart own={own} />}
      <Actions work={work} own={own ?? undefined} />
    </Card>
  )
}

/** The price in two coins, for orientation: it is paid in USDT. */
export function Orientation({ usdt }: { usdt: string }) {
  const btc = inCoin(usdt, useQuote('BTCUSDT')?.price)
  const eth = inCoin(usdt, useQuote('ETHUSDT')?.price)
  return (
    <p className="min-h-5 text-13 text-fg3">
      {btc && eth && (
        <Figure>
          ≈ {btc} BTC
          <Dot />
          {eth} ETH
        </Figure>
      )}
    </p>
  )
}

/** Until when bids are taken, as time left and as a date, and what may move it. */
function AuctionTime({ work: { id, status, startAt, endAt, extendedCount, saleMode } }: { work: Collectible }) {
  const t = useTranslations('collectibles')
  const when = useWhen()
  if (saleMode === 'FIXED' || startAt === null || endAt === null) return null
  if (status === 'SCHEDULED')
    return (
      <div className="rounded-control bg-sunken px-4 py-3">
        <p className="text-13 text-fg2">{t('time.startsIn')}</p>
        <p className="text-20 font-700">
          <TimeLeft until={startAt} />
        </p>
        <p className="text-13 text-fg2">
          <bdi>{when(startAt)}</bdi>
        </p>
        <AtZero id={id} until={startAt} />
      </div>
    )
  if (status !== 'LIVE') return null
  return (
    <div className="rounded-control bg-sunken px-4 py-3">
      <p className="text-13 text-fg2">{t('time.endsIn')}</p>
      <p className="text-20 font-700">
        <TimeLeft until={endAt} />
      </p>
      <p className="text-13 text-fg2">
        <bdi>{when(endAt)}</bdi>
        {extendedCount > 0 && (
          <>
            <Dot />
            {t('extend.count', { count: extendedCount })}
          </>
        )}
      </p>
      <p className="mt-1 text-12 text-fg3">{t('extend.rule')}</p>
      <AtZero id={id} until={endAt} />
    </div>
  )
}

/** When the time is up the work is another: it is read again, and until then the page shows what is being waited for. */
function AtZero({ id, until }: { id: string; until: number }) {
  const t = useTranslations('collectibles')
  const queries = useQueryClient()
  const isOver = useSecondsLeft(until) === 0
  useEffect(() => {
    if (isOver) void queries.invalidateQueries({ queryKey: ['mine', 'nft', 'work', id] })
  }, [isOver, id, queries])
  return isOver ? <p className="mt-1 text-13 font-600">{t('time.settling')}</p> : null
}

/** How the customer stands in this auction. */
function OwnPart({ own }: { own: OwnBid }) {
  const t = useTranslations('collectibles')
  const { amount } = useLocalNumber()
  const sentences = useSentences()
  const values = { amount: amount(own.amount, 'USDT'), maximum: amount(own.maximum, 'USDT') }
  if (own.status === 'VOID') return null
  const isLeading = own.status !== 'OUTBID'
  return (
    <Banner variant={isLeading ? 'good' : 'warn'}>
      {sentences(
        t(`own.${own.status}`, values),
        own.status === 'HELD' && own.maximum !== own.amount && t('own.maximum', values),
      )}
    </Banner>
  )
}

function Actions({ work, own }: { work: Collectible; own: OwnBid | undefined }) {
  const t = useTranslations('collectibles')
  const { amount } = useLocalNumber()
  const [open, setOpen] = useState<'bid' | 'buy'>()
  const [bids, buys] = [takesBids(work), takesBuyer(work)]
  if (!bids && !buys) return null
  const close = () => setOpen(undefined)
  return (
    <ActionBar login={bids ? 'loginBid' : 'loginBuy'}>
      {bids && (
        <Button size="large" onClick={() => setOpen('bid')}>
          {t(own?.status === 'HELD' ? 'bid.raise' : 'bid.open')}
        </Button>
      )}
      {buys && (
        <Button size="large" variant={bids ? 'secondary' : 'primary'} onClick={() => setOpen('buy')}>
          {t('buy.open', { amount: amount(work.price ?? '0', 'USDT') })}
        </Button>
      )}
      {open === 'bid' && <BidDialog work={work} own={own} onClose={close} />}
      {open === 'buy' && <BuyDialog work={work} onClose={close} />}
    </ActionBar>
  )
}
