import {
  delistCollectible,
  listCollectible,
  reviseCollectible,
  type ConsoleCollectible,
} from '@evenhand/protocol/collectibles-console.ts'
import { collectibleStates, type CollectibleStatus } from '@evenhand/protocol/states.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Chip } from '@evenhand/ui/chip.tsx'
import { Figure, formatAmount } from '@evenhand/ui/format.tsx'
import { Card, EmptyState } from '@evenhand/ui/states.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Copyable, shortened } from '../../case/copyable.tsx'
import { DecisionDialog } from '../../case/decision-dialog.tsx'
import { call } from '../../lib/call.ts'
import { useMay } from '../../lib/session.ts'
import { When } from '../../lib/when.tsx'
import { PlainTable } from '../../table/plain-table.tsx'
import { useRenew } from './collectibles-query.ts'
import { DraftDialog } from './draft-dialog.tsx'
import { OfferDialog } from './offer-dialog.tsx'
import { WorkPicture } from './work-picture.tsx'

const marks: Partial<Record<CollectibleStatus, { variant: 'good' | 'warn' | 'accent' }>> = {
  LISTED_FIXED: { variant: 'accent' },
  LIVE: { variant: 'accent' },
  SOLD: { variant: 'good' },
  DELIVERED: { variant: 'good' },
  UNSOLD: { variant: 'warn' },
}

type Move = { readonly row: ConsoleCollectible; readonly to: 'revise' | 'offer' | 'delist' }

const follows = (status: CollectibleStatus, to: CollectibleStatus): boolean =>
  (collectibleStates[status] as readonly CollectibleStatus[]).includes(to)

/** The collectibles in a table: sale, bids by number, end, charity's money, and what may be done with each. */
export function CollectiblesTable({ rows }: { rows: readonly ConsoleCollectible[] }) {
  const t = useTranslations('collectibles')
  const [move, setMove] = useState<Move>()
  const close = () => setMove(undefined)
  const mayChange = [listCollectible, reviseCollectible, delistCollectible].some(useMay())
  if (rows.length === 0)
    return (
      <Card>
        <EmptyState title={t('none')} />
      </Card>
    )
  const money = (text: string | null) => text && <Figure>{formatAmount(text, 2)}</Figure>
  const columns = ['work', 'status', 'start', 'price', 'bid', 'end', 'donated'] as const
  // Nothing is delivered where an installation has no chain for it.
  const hasTokens = rows.some(({ delivery }) => delivery !== null)
  return (
    <Card className="overflow-hidden">
      <PlainTable
        label={t('title')}
        heads={[
          ...columns,
          ...(hasTokens ? (['token'] as const) : []),
          ...(mayChange ? (['actions'] as const) : []),
        ].map((name) => t(`column.${name}`))}
        ends={[2, 3, 4, 6]}
        rows={rows.map((row) => [
          <Named key="work" row={row} />,
          <Sale key="status" row={row} />,
          money(row.startPrice),
          money(row.soldPrice ?? row.price),
          row.currentBid && (
            <span key="bid" className="flex flex-col">
              {money(row.currentBid)}
              <span className="text-12 text-fg2">{t('bids', { count: row.bidCount })}</span>
            </span>
          ),
          row.endAt && <When key="end" ms={row.endAt} />,
          money(row.cumulativeDonation),
          ...(hasTokens ? [row.delivery && <Token key="token" delivery={row.delivery} />] : []),
          ...(mayChange ? [<Moves key="moves" row={row} onMove={setMove} />] : []),
        ])}
      />
      {move?.to === 'revise' && <DraftDialog revised={move.row} works={[]} onClose={close} />}
      {move?.to === 'offer' && <OfferDialog row={move.row} onClose={close} />}
      {move?.to === 'delist' && <Delist row={move.row} onClose={close} />}
    </Card>
  )
}

const Named = ({ row }: { row: ConsoleCollectible }) => (
  <span className="flex items-center gap-3 py-1.5">
    <WorkPicture work={row} className="size-10 rounded-chip" />
    <span className="flex flex-col">
      <bdi className="font-600">{row.title}</bdi>
      <bdi className="text-12 text-fg2">{row.charity.name}</bdi>
    </span>
  </span>
)

/** Where the sale stands, and of what kind it is. */
function Sale({ row }: { row: ConsoleCollectible }) {
  const t = useTranslations('collectibles')
  return (
    <span className="flex flex-col items-start gap-0.5 py-1.5">
      <Chip {...marks[row.status]}>{t(`status.${row.status}`)}</Chip>
      <span className="text-12 text-fg2">{t(`mode.${row.saleMode}`)}</span>
    </span>
  )
}

const tokenMarks = {
  REQUESTED: { variant: 'plain' },
  SENT: { variant: 'accent' },
  DELIVERED: { variant: 'good' },
  REFUSED: { variant: 'warn' },
} as const

/** How far the token of a sold work is, on which chain, and the transaction that brings it. */
function Token({ delivery }: { delivery: NonNullable<ConsoleCollectible['delivery']> }) {
  const t = useTranslations('collectibles')
  const { status, chain, address, txHash, requestedAt, endedAt } = delivery
  return (
    <span className="flex flex-col items-start gap-1 py-1.5 text-12 text-fg2">
      <Chip {...tokenMarks[status]}>{t(`delivery.${status}`)}</Chip>
      <span>
        <bdi>{chain}</bdi> · <When ms={endedAt ?? requestedAt} />
      </span>
      <Copyable text={address} shown={shortened(address)} />
      {txHash !== null && <Copyable text={txHash} shown={shortened(txHash)} />}
    </span>
  )
}

function Moves({ row, onMove }: { row: ConsoleCollectible; onMove: (move: Move) => void }) {
  const t = useTranslations('collectibles')
  const may = useMay()
  const { status, bidCount } = row
  const isDraft = status === 'DRAFT'
  const shown = [
    ...(may(listCollectible) && isDraft ? (['offer'] as const) : []),
    ...(may(reviseCollectible) && (isDraft || status === 'UNSOLD') ? (['revise'] as const) : []),
    ...(may(delistCollectible) && bidCount === 0 && follows(status, 'DELISTED') ? (['delist'] as const) : []),
  ]
  return (
    <span className="flex gap-2 py-1.5">
      {shown.map((to) => (
        <Button key={to} variant="secondary" size="small" onClick={() => onMove({ row, to })}>
          {t(`move.${to}`)}
        </Button>
      ))}
    </span>
  )
}

function Delist({ row, onClose }: { row: ConsoleCollectible; onClose: () => void }) {
  const t = useTranslations('collectibles')
  const renew = useRenew()
  return (
    <DecisionDialog
      title={t('delist.title', { title: row.title })}
      effect={t('delist.effect')}
      button={t('move.delist')}
      submit={async (reason) => {
        await call(delistCollectible, { id: row.id, reason })
        await renew()
      }}
      onClose={onClose}
    />
  )
}
