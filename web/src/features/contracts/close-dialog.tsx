import type { Closing } from '@evenhand/proofs/contracts/close.ts'
import { closeContract, type ContractOrder } from '@evenhand/protocol/contracts.ts'
import { formatUnits } from '@evenhand/protocol/money.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Dialog } from '@evenhand/ui/dialog.tsx'
import { FieldError } from '@evenhand/ui/field.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { evenAmounts } from '../../lib/even-amounts.tsx'
import { formatAmount } from '../../lib/format.tsx'
import { Refused } from '../../lib/problem.ts'
import { useProblemText, useRefusalText } from '../../lib/problem-text.ts'
import { usdtScale } from '../../lib/parse-amount.ts'
import { useKeyedChange } from '../../lib/use-keyed-change.ts'
import { closingNow, resultOf, unitsOf, type LivePosition } from './contract-live.ts'
import { lotsOf, steppedLots } from './contract-ticket.form.ts'
import { NumberBox } from './number-box.tsx'
import { OldPrice, useOldPrice } from './old-price.tsx'
import { Row } from './ticket-costs.tsx'
import { useIsolated } from '../../lib/use-isolated.ts'

type CloseProps = {
  order: ContractOrder
  live: LivePosition | undefined
  lots: bigint
  onClose: () => void
}
const usdt = (units: bigint) => formatUnits(units, usdtScale)

/** Closing a position or a part of it, in money, before it is sent. `lots`: how many are proposed, in hundredths. */
export function CloseDialog({ order, live, lots: proposed, onClose }: CloseProps) {
  const t = useTranslations('contracts')
  const common = useTranslations('common')
  const isolated = useIsolated()
  const refusalText = useRefusalText()
  const [text, setText] = useState(formatUnits(proposed, 2))
  const open = unitsOf(order.lots, 2)
  const typed = lotsOf(text)
  const lots = typed !== undefined && typed > 0n && typed <= open ? typed : undefined
  const closing = live && lots !== undefined ? closingNow(live, lots) : undefined
  const lotsText = formatUnits(lots ?? proposed, 2)
  const { shut } = useOldPrice(order.code)
  const { mutate, isPending, error } = useKeyedChange(
    (closed: bigint, options) => call(closeContract, { id: order.id, lots: closed }, options),
    ({ order: closed }) => {
      const result = isolated(`${formatAmount(resultOf(closed), 2)}\u00a0USDT`)
      toast(t('close.done', { code: isolated(order.code), result }), 'good')
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
        {open > 1n && (
          <NumberBox
            label={t('ticket.lots')}
            text={text}
            error={lots === undefined && refusalText('amountWrong', { min: '0.01', max: order.lots, step: '0.01' })}
            onType={setText}
            steps={{
              less: t('ticket.fewerLots'),
              more: t('ticket.moreLots'),
              onStep: (by) => setText(noMoreThan(order.lots, steppedLots(text, by))),
            }}
          />
        )}
        <OldPrice code={order.code} />
        <ClosingFigures closing={closing} />
        <p className="text-13 text-fg2">{t('close.note')}</p>
        <WhyNotNow error={error} />
        <div className="grid grid-cols-2 gap-3">
          <Button variant="secondary" size="large" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button
            size="large"
            busy={isPending}
            disabled={lots === undefined || shut !== undefined}
            onClick={() => lots !== undefined && mutate(lots)}
          >
            {t('close.confirm', { lots: lotsText })}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

/** Why it did not close, by the response. That the newest price is old stands over the figures before it is sent. */
function WhyNotNow({ error }: { error: unknown }) {
  const t = useTranslations('contracts')
  const problemText = useProblemText()
  const waits = waitsFor(error)
  return <FieldError>{waits ? t(`stillWorks.${waits}`) : error ? problemText(error) : undefined}</FieldError>
}

/** Why no price closes a contract now. The refusal's own text is for new orders: it leads to another market. */
function waitsFor(error: unknown): 'stale' | 'closed' | 'halted' | undefined {
  if (!(error instanceof Refused) || error.key !== 'notTradableNow') return undefined
  return (['stale', 'closed', 'halted'] as const).find((reason) => reason === error.params['reason'])
}

/** What closing comes to, in its parts. */
function ClosingFigures({ closing }: { closing: Closing | undefined }) {
  const t = useTranslations('contracts')
  const texts = closing && {
    profit: usdt(closing.profit),
    feeClose: usdt(-closing.feeClose),
    financing: usdt(-closing.financing),
    net: usdt(closing.entries.customer),
    released: usdt(closing.marginReleased),
  }
  const { amount, gain } = evenAmounts(...Object.values(texts ?? {}))
  return (
    <dl className="flex flex-col gap-1 rounded-control bg-sunken px-4 py-3">
      <Row name={t('figure.profit')}>{texts ? gain(texts.profit) : '—'}</Row>
      <Row name={t('cost.feeClose')}>{texts ? amount(texts.feeClose) : '—'}</Row>
      <Row name={t('figure.financing')}>{texts ? amount(texts.financing) : '—'}</Row>
      <Row name={t('close.net')}>{texts ? gain(texts.net) : '—'}</Row>
      <Row name={t('close.released')}>{texts ? amount(texts.released) : '—'}</Row>
    </dl>
  )
}

const noMoreThan = (most: string, text: string): string => (unitsOf(text, 2) > unitsOf(most, 2) ? most : text)
