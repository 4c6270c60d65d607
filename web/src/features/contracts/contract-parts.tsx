import type { ContractOrder, ContractSide } from '@evenhand/protocol/contracts.ts'
import { Chip } from '@evenhand/ui/chip.tsx'
import { cx } from '@evenhand/ui/cx.ts'
import { Icon, type IconName } from '@evenhand/ui/icon.tsx'
import { useTranslations } from 'use-intl'
import { Figure, formatChange } from '../../lib/format.tsx'
import { Gain } from '../../lib/gain.tsx'
import { profitTexts, type LivePosition } from './contract-live.ts'
import { cents } from './ticket-costs.tsx'

type Face = { icon: IconName; variant: 'plain' | 'accent' | 'warn' }
const closedOut: Face = { icon: 'warning', variant: 'warn' }
const faces: Record<ContractOrder['status'], Face> = {
  ACCEPTED: { icon: 'clock', variant: 'accent' },
  PENDING: { icon: 'clock', variant: 'plain' },
  OPEN: { icon: 'clock', variant: 'accent' },
  CLOSED: { icon: 'check', variant: 'plain' },
  CANCELLED: { icon: 'minus', variant: 'plain' },
  CANCELLED_SLIPPAGE: { icon: 'minus', variant: 'plain' },
  EXPIRED: { icon: 'minus', variant: 'plain' },
  REJECTED_MARGIN: { icon: 'warning', variant: 'warn' },
}

/** The state of a contract, and why it closed: icon and word. */
export function ContractChip({ order }: { order: ContractOrder }) {
  const t = useTranslations('contracts')
  const { icon, variant } = order.closeReason === 'CLOSEOUT' ? closedOut : faces[order.status]
  return (
    <Chip variant={variant} icon={icon}>
      {order.closeReason === null ? t(`status.${order.status}`) : t(`reason.${order.closeReason}`)}
    </Chip>
  )
}

/** Buy or sell: arrow, word and the price's colour. */
export function SideMark({ side, className }: { side: ContractSide; className?: string }) {
  const t = useTranslations('contracts')
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1 font-600 whitespace-nowrap',
        side === 'BUY' ? 'text-up' : 'text-down',
        className,
      )}
    >
      <Icon name={side === 'BUY' ? 'rise' : 'fall'} size={14} />
      {t(`side.${side}`)}
    </span>
  )
}

/** Profit of now in money and per cent of the margin: from the newest price, else as the server last returned them. */
export function LiveProfit({ order, live }: { order: ContractOrder; live: LivePosition | undefined }) {
  const { profit, percent } = live
    ? profitTexts(live)
    : { profit: order.profit, percent: order.expectedReturn ?? undefined }
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-2">
      <Gain text={cents(profit)} />
      {percent !== undefined && <Figure className="text-13 text-fg2">{formatChange(percent)}</Figure>}
    </span>
  )
}
