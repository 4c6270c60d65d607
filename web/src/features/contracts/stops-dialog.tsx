import { updateContract, type ContractOrder } from '@evenhand/protocol/contracts.ts'
import { formatUnits } from '@evenhand/protocol/money.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Dialog } from '@evenhand/ui/dialog.tsx'
import { FieldError } from '@evenhand/ui/field.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { Refused } from '../../lib/problem.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import type { LivePosition } from './contract-live.ts'
import { noStop, stopPrice, stopsProblem, type StopEntry } from './contract-ticket.form.ts'
import { fieldOf } from './refusal-field.ts'
import { exactPrice } from './shown-price.ts'
import { boundsOf, scaleOf } from './stop-bounds.ts'
import { StopFields } from './stop-fields.tsx'
import { Price } from './ticket-costs.tsx'
import { LiveProfit } from './contract-parts.tsx'
import { useContractChange } from './use-contract-change.ts'
import { useIsolated } from '../../lib/use-isolated.ts'

const entryOf = (price: string | null, decimals: number): StopEntry =>
  price === null ? noStop : { on: true, by: 'price', text: exactPrice(price, decimals) }

type StopsProps = { live: LivePosition; onClose: () => void }

/** Stop loss and take profit of an open or pending order: set, moved or cleared; what each comes to in money stands beside it. */
export function StopsDialog({ live, onClose }: StopsProps) {
  const t = useTranslations('contracts')
  const common = useTranslations('common')
  const isolated = useIsolated()
  const problemText = useProblemText()
  const { order }: { order: ContractOrder } = live
  const [entries, setEntries] = useState({
    stopLoss: entryOf(order.stopLoss, order.precision),
    takeProfit: entryOf(order.takeProfit, order.precision),
  })
  const scale = scaleOf(live)
  const bounds = boundsOf(live)
  const prices = {
    stopLoss: stopPrice(entries.stopLoss, 'stopLoss', scale),
    takeProfit: stopPrice(entries.takeProfit, 'takeProfit', scale),
  }
  const problem = stopsProblem(prices, bounds, scale.precision)
  const text = (price: bigint | 'wrong' | undefined) =>
    typeof price === 'bigint' ? formatUnits(price, scale.precision) : null
  const { mutate, isPending, error } = useContractChange(
    (options) =>
      call(
        updateContract,
        { id: order.id, stopLoss: text(prices.stopLoss), takeProfit: text(prices.takeProfit) },
        options,
      ),
    () => {
      toast(t('stops.done'), 'good')
      onClose()
    },
  )
  const refused = error instanceof Refused && fieldOf(error) === 'stops' ? error : undefined
  const own = { scale, bounds, refused, decimals: order.precision }
  return (
    <Dialog
      variant="sheet"
      open
      onClose={onClose}
      title={t('stops.title', { code: isolated(order.code) })}
      closeLabel={common('close')}
    >
      <div className="flex flex-col gap-3">
        <p className="flex flex-wrap items-baseline justify-between gap-3 text-13 text-fg2">
          <span>
            {t('figure.open')} <Price text={order.openPrice ?? order.price} decimals={order.precision} />
          </span>
          {order.status === 'OPEN' && <LiveProfit order={order} live={live} />}
        </p>
        <StopFields
          entries={entries}
          prices={prices}
          {...own}
          problem={problem}
          checked={false}
          onChange={(part) => setEntries({ ...entries, ...part })}
        />
        <p className="text-13 text-fg2">{t('stops.note')}</p>
        <FieldError>{error && !refused ? problemText(error) : undefined}</FieldError>
        <div className="grid grid-cols-2 gap-3">
          <Button variant="secondary" size="large" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button size="large" busy={isPending} disabled={problem !== undefined} onClick={() => mutate()}>
            {t('stops.save')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
