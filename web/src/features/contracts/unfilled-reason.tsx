import type { ContractOrder } from '@evenhand/protocol/contracts.ts'
import { Banner } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'

type Reason = 'CANCELLED' | 'CANCELLED_STOPS' | 'CANCELLED_SLIPPAGE' | 'REJECTED_MARGIN' | 'EXPIRED'

/** Why an order ended without opening; undefined for any other, and for one that its customer took back. */
function reasonOf({ status, orderType, closePrice }: ContractOrder): Reason | undefined {
  if (status === 'CANCELLED_SLIPPAGE' || status === 'REJECTED_MARGIN' || status === 'EXPIRED') return status
  if (status !== 'CANCELLED') return undefined
  if (closePrice !== null) return 'CANCELLED_STOPS'
  return orderType === 'MARKET' ? 'CANCELLED' : undefined
}

/** Why an order was not filled, in the words of the notice of it. Needs the texts `notice`. */
export function UnfilledReason({ order }: { order: ContractOrder }) {
  const t = useTranslations('notice')
  const reason = reasonOf(order)
  return reason && <Banner variant="info">{t(`contract.ended.${reason}.text`)}</Banner>
}
