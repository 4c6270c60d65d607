import type { ContractOrder } from '@evenhand/protocol/contracts.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { CancelDialog } from './cancel-dialog.tsx'
import { CloseDialog } from './close-dialog.tsx'
import { unitsOf, type LivePosition } from './contract-live.ts'
import { StopsDialog } from './stops-dialog.tsx'

type Act = 'close' | 'half' | 'reverse' | 'stops' | 'cancel'
type ActionsProps = {
  order: ContractOrder
  live: LivePosition | undefined
  only?: Act
  /** Opens what reverses a position, which has to stay when the position is gone from its list. */
  onReverse: (order: ContractOrder) => void
}

/** What can be done with a contract; each opens a sheet that shows what it comes to before anything is sent. */
export function PositionActions({ order, live, only, onReverse }: ActionsProps) {
  const t = useTranslations('contracts')
  const [act, setAct] = useState<Act>()
  const lots = unitsOf(order.lots, 2)
  const half = lots / 2n
  const acts: readonly Act[] =
    order.status === 'OPEN'
      ? ['close', 'half', 'reverse', 'stops']
      : order.status === 'PENDING'
        ? ['stops', 'cancel']
        : []
  const close = () => setAct(undefined)
  return (
    <>
      <span className="flex flex-wrap gap-1.5">
        {acts
          .filter((one) => only === undefined || one === only)
          .map((one) => (
            <Button
              key={one}
              variant="secondary"
              size="small"
              disabled={(one === 'half' && half === 0n) || (one === 'stops' && live === undefined)}
              onClick={() => (one === 'reverse' ? onReverse(order) : setAct(one))}
            >
              {t(`position.${one}`)}
            </Button>
          ))}
      </span>
      {(act === 'close' || act === 'half') && (
        <CloseDialog order={order} live={live} lots={act === 'close' ? lots : half} onClose={close} />
      )}
      {act === 'stops' && live && <StopsDialog live={live} onClose={close} />}
      {act === 'cancel' && <CancelDialog order={order} onClose={close} />}
    </>
  )
}
