import type { ContractOrder } from '@evenhand/protocol/contracts.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { EmptyState, ErrorState, Skeleton } from '@evenhand/ui/states.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ContractSheet } from './contract-sheet.tsx'
import { ContractWarning } from './contract-warning.tsx'
import { MarginFigures, MarginMeter } from './margin-meter.tsx'
import { PositionCard } from './position-card.tsx'
import { ReverseDialog } from './reverse-dialog.tsx'
import { useNow } from './use-now.ts'

/** The margin of the account, and every contract that is open or waits, those of `code` first. */
export function PositionsPanel({ code }: { code?: string | undefined }) {
  const t = useTranslations('contracts')
  const common = useTranslations('common')
  const { orders, live, margin, isLoading, isError, refetch } = useNow()
  const [opened, setOpened] = useState<string>()
  const [reversed, setReversed] = useState<ContractOrder>()
  if (isError && orders.length === 0)
    return (
      <ErrorState
        title={common('state.loadFailed')}
        text={t('list.safe')}
        action={<Button onClick={() => void refetch()}>{common('retry')}</Button>}
      />
    )
  if (isLoading) return <Skeleton className="m-4 h-20" />
  const own = ({ code: other }: { code: string }) => (other === code ? 0 : 1)
  return (
    <div className="flex flex-col gap-1">
      {margin && margin.level !== null && (
        <div className="flex flex-col gap-2 border-b border-line px-4 py-3 desktop:flex-row desktop:items-center desktop:gap-8 desktop:px-5">
          <MarginFigures margin={margin} />
          <MarginMeter margin={margin} />
        </div>
      )}
      {orders.length === 0 && <EmptyState icon="clock" title={t('position.none')} text={t('position.noneText')} />}
      <ul className="divide-y divide-line">
        {orders
          .toSorted((a, b) => own(a) - own(b))
          .map((order) => (
            <li key={order.id} className="px-4 py-3 desktop:px-5">
              <PositionCard order={order} live={live.get(order.id)} onOpen={setOpened} onReverse={setReversed} />
            </li>
          ))}
      </ul>
      <div className="px-4 pb-3 desktop:px-5">
        <ContractWarning />
      </div>
      {reversed && (
        <ReverseDialog order={reversed} live={live.get(reversed.id)} onClose={() => setReversed(undefined)} />
      )}
      <ContractSheet id={opened} onClose={() => setOpened(undefined)} />
    </div>
  )
}
