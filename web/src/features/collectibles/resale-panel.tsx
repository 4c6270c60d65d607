import { royaltyPercent } from '@evenhand/proofs/collectibles/resale.ts'
import type { ResaleOffer } from '@evenhand/protocol/collectible-offers.ts'
import type { Collectible, OwnedCollectible } from '@evenhand/protocol/collectibles.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Banner, Card } from '@evenhand/ui/states.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Row } from '../../lib/figure-row.tsx'
import { Amount } from '../../lib/format.tsx'
import { useLocalNumber } from '../../lib/use-local-number.ts'
import { useWhen } from '../../lib/use-when.ts'
import { ActionBar } from './action-bar.tsx'
import { BuyDialog } from './buy-dialog.tsx'
import { Orientation } from './offer-panel.tsx'
import { CustomerOfferActions } from './customer-offer-actions.tsx'
import { ResaleParts } from './resale-parts.tsx'

type PanelProps = { work: Collectible; owned: OwnedCollectible | undefined; isKnown: boolean }

/**
 * A sold work between its owners: for whom it is offered at which price, where that goes, and the way to buy it; for its
 * owner the way to offer it and to take the offer back, or why it cannot be offered. `isKnown`: whether the work is the
 * reader's response has come.
 */
export function ResalePanel({ work, owned, isKnown }: PanelProps) {
  const [isBuying, setBuying] = useState(false)
  const offer = owned ? null : work.resale
  return (
    <>
      {owned && <Own work={owned} />}
      {offer && <Offered work={work} offer={offer} onBuy={isKnown ? () => setBuying(true) : undefined} />}
      {/* Stays open where the offer is withdrawn meanwhile: its button then shows the refusal. */}
      {isBuying && <BuyDialog work={work} onClose={() => setBuying(false)} />}
    </>
  )
}

function Price({ title, offer }: { title: string; offer: ResaleOffer }) {
  return (
    <div>
      <h2 className="text-13 text-fg2">{title}</h2>
      <Amount text={offer.price} className="text-28 leading-tight font-700" />
      <Orientation usdt={offer.price} />
    </div>
  )
}

type OfferedProps = { work: Collectible; offer: ResaleOffer; onBuy: (() => void) | undefined }

function Offered({ work, offer, onBuy }: OfferedProps) {
  const t = useTranslations('collectibles')
  const when = useWhen()
  const { amount } = useLocalNumber()
  return (
    <Card className="flex flex-col gap-4 p-5">
      <Price title={t('resale.byOwner')} offer={offer} />
      <dl className="flex flex-col gap-1.5 text-13">
        <ResaleParts money={offer} charity={work.charity.name} seller={t('resale.seller')} />
        <Row name={t('charity.fee')}>
          <Amount text="0" />
        </Row>
      </dl>
      <p className="text-13 text-fg2">{t('resale.since', { time: when(offer.offeredAt) })}</p>
      {onBuy && (
        <ActionBar login="loginBuy">
          <Button size="large" onClick={onBuy}>
            {t('buy.open', { amount: amount(offer.price, 'USDT') })}
          </Button>
        </ActionBar>
      )}
    </Card>
  )
}

function Own({ work }: { work: OwnedCollectible }) {
  const t = useTranslations('collectibles')
  const when = useWhen()
  const { resale, resaleBlock } = work
  return (
    <Card className="flex flex-col gap-4 p-5">
      {resale ? (
        <>
          <Price title={t('resale.yours')} offer={resale} />
          <dl className="flex flex-col gap-1.5 text-13">
            <ResaleParts money={resale} charity={work.charity.name} seller={t('resale.receives')} />
          </dl>
          <p className="text-13 text-fg2">{t('resale.since', { time: when(resale.offeredAt) })}</p>
        </>
      ) : (
        <>
          <h2 className="text-16 font-700">{t('resale.title')}</h2>
          {resaleBlock === null && (
            <p className="text-13 text-fg2">{t('resale.lead', { percent: royaltyPercent.toString() })}</p>
          )}
        </>
      )}
      {resaleBlock !== null && resaleBlock !== 'OFFERED' ? (
        <Banner variant="info">{t(`resale.why.${resaleBlock}`)}</Banner>
      ) : (
        <CustomerOfferActions work={work} />
      )}
    </Card>
  )
}
