import type { ContractOrder } from '@evenhand/protocol/contracts.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { CancelDialog } from './cancel-dialog.tsx'
import { CloseDialog } from './close-dialog.tsx'
import { unitsOf, type LivePosition } from './contract-live.ts'
import { StopsDialog } from './stops-dialog.tsx'

type Action = 'close' | 'half' | 'reverse' | 'stops' | 'cancel'
type ActionsProps = {
  order: ContractOrder
  live: LivePosition | undefined
  only?: Action
  /** What stands behind the actions. */
  children?: ReactNode
  /** Opens what reverses a position, which has to stay when the position is gone from its list. */
  onReverse: (order: ContractOrder) => void
}

/** What can be done with a contract; each opens a sheet that shows what it comes to before anything is sent. */
export function PositionActions({ order, live, only, onReverse, children }: ActionsProps) {
  const t = useTranslations('contracts')
  const [action, setAction] = useState<Action>()
  const lots = unitsOf(order.lots, 2)
  const half = lots / 2n
  const actions: readonly Action[] =
    order.status === 'OPEN'
      ? ['close', 'half', 'reverse', 'stops']
      : order.status === 'PENDING'
        ? ['stops', 'cancel']
        : []
  const close = () => setAction(undefined)
  return (
    <>
      <span className="flex flex-wrap gap-1.5 empty:hidden">
        {actions
          .filter((one) => only === undefined || one === only)
          .map((one) => (
            <Button
              key={one}
              variant="secondary"
              size="small"
              disabled={(one === 'half' && half === 0n) || (one === 'stops' && live === undefined)}
              onClick={() => (one === 'reverse' ? onReverse(order) : setAction(one))}
            >
              {t(`position.${one}`)}
            </Button>
          ))}
        {children}
      </span>
      {(action === 'close' || action === 'half') && (
        <CloseDialog order={order} live={live} lots={action === 'close' ? lots : half} onClose={close} />
      )}
      {action === 'stops' && live && <StopsDialog live={live} onClose={close} />}
      {action === 'cancel' && <CancelDialog order={order} onClose={close} />}
    </>
  )
}
