import { updateContract } from '@evenhand/protocol/contracts.ts'
import { formatUnits } from '@evenhand/protocol/money.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Dialog } from '@evenhand/ui/dialog.tsx'
import { FieldError } from '@evenhand/ui/field.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { Gain } from '../../lib/gain.tsx'
import { useProblemText, useRefusalText } from '../../lib/problem-text.ts'
import type { LivePosition } from './contract-live.ts'
import { profitAt } from './contract-ticket.form.ts'
import { shownRange } from './shown-price.ts'
import { moveProblem, scaleOf, type StopKind } from './stop-bounds.ts'
import { Price, Row } from './ticket-costs.tsx'
import { useContractChange } from './use-contract-change.ts'
import { useIsolated } from '../../lib/use-isolated.ts'

type MoveProps = { live: LivePosition; kind: StopKind; price: bigint; onClose: () => void }

/** A stop or target that was moved on the chart: from which price to which, and what it comes to, before it is sent. */
export function MoveStopDialog({ live, kind, price, onClose }: MoveProps) {
  const t = useTranslations('contracts')
  const common = useTranslations('common')
  const isolated = useIsolated()
  const problemText = useProblemText()
  const refusalText = useRefusalText()
  const { order, instrument } = live
  const scale = scaleOf(live)
  const text = formatUnits(price, instrument.precision)
  const wrong = moveProblem(live, kind, price)
  const { mutate, isPending, error } = useContractChange(
    (options) =>
      call(
        updateContract,
        { id: order.id, stopLoss: order.stopLoss, takeProfit: order.takeProfit, [kind]: text },
        options,
      ),
    () => {
      toast(t('stops.done'), 'good')
      onClose()
    },
  )
  return (
    <Dialog
      variant="sheet"
      open
      onClose={onClose}
      title={t(`move.${kind}`, { code: isolated(order.code) })}
      closeLabel={common('close')}
    >
      <div className="flex flex-col gap-4">
        <dl className="flex flex-col gap-1 rounded-control bg-sunken px-4 py-3">
          <Row name={t('move.from')}>
            <Price text={order[kind]} decimals={order.precision} exact />
          </Row>
          <Row name={t('move.to')}>
            <Price text={text} decimals={order.precision} exact />
          </Row>
          {scale.units > 0n && (
            <Row name={t('move.reached')}>
              <Gain text={profitAt(scale, price)} />
            </Row>
          )}
        </dl>
        <p className="text-13 text-fg2">{t('stops.note')}</p>
        <FieldError>
          {wrong
            ? refusalText(wrong.problem, shownRange(wrong.bounds, order.precision))
            : error
              ? problemText(error)
              : undefined}
        </FieldError>
        <div className="grid grid-cols-2 gap-3">
          <Button variant="secondary" size="large" onClick={onClose} data-first={wrong ? true : undefined}>
            {common('cancel')}
          </Button>
          <Button
            size="large"
            busy={isPending}
            disabled={wrong !== undefined}
            onClick={() => mutate()}
            data-first={wrong ? undefined : true}
          >
            {t('stops.save')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
