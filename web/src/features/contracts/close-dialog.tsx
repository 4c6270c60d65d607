import { closeContract, type ContractOrder } from '@evenhand/protocol/contracts.ts'
import { formatUnits } from '@evenhand/protocol/money.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Dialog } from '@evenhand/ui/dialog.tsx'
import { FieldError } from '@evenhand/ui/field.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { Amount, Figure, formatAmount } from '../../lib/format.tsx'
import { Gain } from '../../lib/gain.tsx'
import { useProblemText } from '../../lib/problem-text.ts'
import { usdtScale } from '../../lib/parse-amount.ts'
import { closingNow, type LivePosition } from './contract-live.ts'
import { Row } from './ticket-costs.tsx'
import { useContractChange } from './use-contract-change.ts'
import { useIsolated } from './use-isolated.ts'

type CloseProps = { order: ContractOrder; live: LivePosition | undefined; lots: bigint; onClose: () => void }
const usdt = (units: bigint) => formatUnits(units, usdtScale, 2)

/** Closing a position or a part of it, in money, before it is sent. */
export function CloseDialog({ order, live, lots, onClose }: CloseProps) {
  const t = useTranslations('contracts')
  const common = useTranslations('common')
  const isolated = useIsolated()
  const problemText = useProblemText()
  const closing = live && closingNow(live, lots)
  const lotsText = formatUnits(lots, 2)
  const { mutate, isPending, error } = useContractChange(
    (options) => call(closeContract, { id: order.id, lots }, options),
    ({ order: closed }) => {
      const profit = isolated(`${formatAmount(closed.profit, 2)} USDT`)
      toast(t('close.done', { code: isolated(order.code), profit }), 'good')
      onClose()
    },
  )
  return (
    <Dialog
      variant="sheet"
      open
      onClose={onClose}
      title={t('close.title', { lots: lotsText, code: isolated(order.code) })}
      closeLabel={common('close')}
    >
      <div className="flex flex-col gap-4">
        <dl className="flex flex-col gap-1 rounded-control bg-sunken px-4 py-3">
          <Row name={t('figure.profit')}>{closing ? <Gain text={usdt(closing.profit)} /> : '—'}</Row>
          <Row name={t('cost.feeClose')}>{closing ? <Amount text={`-${usdt(closing.feeClose)}`} /> : '—'}</Row>
          <Row name={t('figure.financing')}>{closing ? <Amount text={usdt(-closing.financing)} /> : '—'}</Row>
          <Row name={t('close.net')}>{closing ? <Gain text={usdt(closing.entries.customer)} /> : '—'}</Row>
          <Row name={t('close.released')}>
            {closing ? <Figure>{formatAmount(usdt(closing.marginReleased))} USDT</Figure> : '—'}
          </Row>
        </dl>
        <p className="text-13 text-fg2">{t('close.note')}</p>
        <FieldError>{error ? problemText(error) : undefined}</FieldError>
        <div className="grid grid-cols-2 gap-3">
          <Button variant="secondary" size="large" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button size="large" busy={isPending} onClick={() => mutate()}>
            {t('close.confirm', { lots: lotsText })}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
