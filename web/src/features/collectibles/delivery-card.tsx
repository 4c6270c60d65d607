import type { TokenDelivery } from '@evenhand/protocol/collectible-tokens.ts'
import type { Collectible, OwnedCollectible } from '@evenhand/protocol/collectibles.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Chip } from '@evenhand/ui/chip.tsx'
import { Banner, Card } from '@evenhand/ui/states.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useWhen } from '../../lib/use-when.ts'
import { Copied } from './copied.tsx'
import { useOwned, useOwnedWork } from './collectibles-query.ts'
import { DeliveryDialog } from './delivery-dialog.tsx'

/** How a work comes to its owner's own address: before the sale that it can, for its owner how far it is. */
export function DeliveryCard({ work }: { work: Collectible }) {
  const t = useTranslations('collectibles')
  const isSold = work.status === 'SOLD' || work.status === 'DELIVERED'
  const { owned } = useOwnedWork(work.id, isSold)
  const { deliversOn } = work
  if (deliversOn === null || work.status === 'UNSOLD' || (isSold && !owned)) return null
  return (
    <Card className="flex flex-col gap-3 p-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-16 font-700">{t('delivery.title')}</h2>
        {deliversOn.isSandbox && (
          <Chip variant="warn" icon="warning">
            {t('detail.sandbox')}
          </Chip>
        )}
      </div>
      {owned ? (
        <Owned work={owned} chain={deliversOn.name} />
      ) : (
        <p className="text-13 text-fg2">{t('detail.offered', { chain: deliversOn.name })}</p>
      )}
      {deliversOn.isSandbox && <p className="text-12 text-fg3">{t('delivery.worthless')}</p>}
    </Card>
  )
}

function Owned({ work, chain }: { work: OwnedCollectible; chain: string }) {
  const t = useTranslations('collectibles')
  const [isOpen, setOpen] = useState(false)
  const before = useOwned().data?.find(({ delivery }) => delivery !== null && delivery.status !== 'REFUSED')
  const { delivery } = work
  const takesAddress = delivery === null || delivery.status === 'REFUSED' || delivery.status === 'REQUESTED'
  return (
    <>
      {delivery === null && <p className="text-13 text-fg2">{t('delivery.text', { chain })}</p>}
      {delivery !== null && <State delivery={delivery} />}
      {takesAddress && (
        <Button
          variant={delivery?.status === 'REQUESTED' ? 'secondary' : 'primary'}
          onClick={() => setOpen(true)}
          className="self-start"
        >
          {t(delivery === null ? 'delivery.open' : 'delivery.change')}
        </Button>
      )}
      {isOpen && (
        <DeliveryDialog
          work={work}
          chain={chain}
          known={delivery?.status === 'REFUSED' ? '' : (delivery?.address ?? before?.delivery?.address ?? '')}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

const faces = {
  REQUESTED: { variant: 'plain', icon: 'clock' },
  SENT: { variant: 'accent', icon: 'clock' },
  DELIVERED: { variant: 'good', icon: 'check' },
} as const

/** How far the token is, where it goes, and the transaction that brings it. */
function State({ delivery }: { delivery: TokenDelivery }) {
  const t = useTranslations('collectibles')
  const when = useWhen()
  const { status, address, txHash, endedAt, requestedAt } = delivery
  return (
    <>
      {status === 'REFUSED' ? (
        <Banner>{t('delivery.status.REFUSED')}</Banner>
      ) : (
        <p className="flex flex-wrap items-center gap-2 text-13 text-fg2">
          <Chip {...faces[status]}>{t(`delivery.status.${status}`)}</Chip>
          <bdi>{when(endedAt ?? requestedAt)}</bdi>
        </p>
      )}
      <Copied name={t('delivery.address')} text={address} />
      {txHash !== null && <Copied name={t('delivery.tx')} text={txHash} />}
    </>
  )
}
