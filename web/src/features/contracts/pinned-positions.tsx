import type { ContractOrder } from '@evenhand/protocol/contracts.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { contractsOn, type LivePosition } from './contract-live.ts'
import { LiveProfit, SideMark } from './contract-parts.tsx'
import { PositionActions } from './position-actions.tsx'
import { ReverseDialog } from './reverse-dialog.tsx'
import { useNow } from './use-now.ts'

/** The contracts of an instrument above a phone's buttons: one line, and the others behind a press. */
export function PinnedPositions({ code }: { code: string }) {
  const { orders, live } = useNow()
  const [reversed, setReversed] = useState<ContractOrder>()
  const own = contractsOn(orders, code)
  return (
    <>
      {own.length > 0 && <Pinned own={own} live={live} onReverse={setReversed} />}
      {reversed && (
        <ReverseDialog order={reversed} live={live.get(reversed.id)} onClose={() => setReversed(undefined)} />
      )}
    </>
  )
}

type PinnedProps = {
  own: readonly ContractOrder[]
  live: ReadonlyMap<string, LivePosition>
  onReverse: (order: ContractOrder) => void
}

function Pinned({ own, live, onReverse }: PinnedProps) {
  const t = useTranslations('contracts')
  const [all, setAll] = useState(false)
  return (
    <div className="-mx-4 mb-2 max-h-[40dvh] overflow-y-auto border-y border-line px-4 py-1">
      <ul className="divide-y divide-line">
        {(all ? own : own.slice(0, 1)).map((order) => (
          <li key={order.id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-1">
            <span className="flex min-w-0 flex-col">
              <span className="flex items-center gap-2 text-13">
                <SideMark side={order.side} /> {t('position.lots', { lots: order.lots })}
              </span>
              {order.status === 'OPEN' ? (
                <LiveProfit order={order} live={live.get(order.id)} />
              ) : (
                <span className="text-13 text-fg2">{t(`status.${order.status}`)}</span>
              )}
            </span>
            <PositionActions
              order={order}
              live={live.get(order.id)}
              onReverse={onReverse}
              {...(all ? {} : { only: order.status === 'PENDING' ? 'cancel' : 'close' })}
            />
          </li>
        ))}
      </ul>
      <button
        type="button"
        aria-expanded={all}
        onClick={() => setAll(!all)}
        className="min-h-11 text-13 font-600 text-accent-text"
      >
        {all ? t('position.fewer') : t('position.count', { count: own.length })}
      </button>
    </div>
  )
}
