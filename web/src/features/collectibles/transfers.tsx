import type { Transfer } from '@evenhand/protocol/collectible-resale.ts'
import type { Collectible } from '@evenhand/protocol/collectibles.ts'
import { Chip } from '@evenhand/ui/chip.tsx'
import { Card, Skeleton } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { Amount } from '../../lib/format.tsx'
import { useWhen } from '../../lib/use-when.ts'
import { useTransfers } from './resale-query.ts'

/** How a work changed hands: each sale with its price, what the charity received of it, and its entry in the ledger. */
export function Transfers({ work }: { work: Collectible }) {
  const t = useTranslations('collectibles')
  const { data } = useTransfers(work.id, work.transfers)
  return (
    <Card className="flex flex-col gap-2 p-5">
      <h2 className="text-16 font-700">{t('owners.title')}</h2>
      {!data && <Skeleton className="h-24" />}
      {data && (
        <ol reversed className="divide-y divide-line">
          {data.map((one) => (
            <TransferRow key={one.no} one={one} />
          ))}
        </ol>
      )}
    </Card>
  )
}

function TransferRow({ one }: { one: Transfer }) {
  const t = useTranslations('collectibles')
  const when = useWhen()
  return (
    <li className="flex flex-col gap-1 py-2.5 text-13">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="flex flex-wrap items-center gap-2 font-600">
          {t(`owners.${one.origin}`)}
          {one.isOwner && <Chip variant="accent">{t('owners.now')}</Chip>}
        </span>
        <Amount text={one.price} className="font-600" />
      </div>
      <p className="flex flex-wrap justify-between gap-x-3 text-fg2">
        <bdi>{when(one.at)}</bdi>
        <span>
          {t('owners.donated')} <Amount text={one.donated} />
        </span>
      </p>
      <p className="text-12 text-fg3">{t('charity.entry', { no: one.entry })}</p>
    </li>
  )
}
