import type { ContractOrder } from '@evenhand/protocol/contracts.ts'
import { formatUnits } from '@evenhand/protocol/money.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Dialog } from '@evenhand/ui/dialog.tsx'
import { FieldError } from '@evenhand/ui/field.tsx'
import { Banner } from '@evenhand/ui/states.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Dot } from '../../lib/dot.tsx'
import { evenAmounts } from '../../lib/even-amounts.tsx'
import { Figure, formatAmount } from '../../lib/format.tsx'
import { usdtScale } from '../../lib/parse-amount.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { closingNow, unitsOf, type LivePosition } from './contract-live.ts'
import { SideMark } from './contract-parts.tsx'
import { startTicket, type Preview } from './contract-ticket.form.ts'
import { OldPrice } from './old-price.tsx'
import { Row } from './ticket-costs.tsx'
import { useIsolated } from '../../lib/use-isolated.ts'
import { usePreview } from './use-preview.ts'
import { otherSide, useReverse } from './use-reverse.ts'

type ReverseProps = { order: ContractOrder; live: LivePosition | undefined; onClose: () => void }

/** Closing a position and opening its other side, with what both come to, confirmed once. It stays when the position is gone. */
export function ReverseDialog({ order, live, onClose }: ReverseProps) {
  const t = useTranslations('contracts')
  const common = useTranslations('common')
  const isolated = useIsolated()
  const problemText = useProblemText()
  const code = isolated(order.code)
  const ticket = {
    ...startTicket(order.leverage),
    side: otherSide(order),
    lotsText: order.lots,
  } as const
  const { preview, problem } = usePreview(order.code, ticket, true)
  const { closed, isPending, error, reverse } = useReverse(order, () => {
    toast(t('reverse.done', { code }), 'good')
    onClose()
  })
  const refusal = error ?? problem
  return (
    <Dialog variant="sheet" open onClose={onClose} title={t('reverse.title', { code })} closeLabel={common('close')}>
      <div className="flex flex-col gap-3">
        {closed ? (
          <Banner variant="info">
            {t('reverse.onlyClosed', {
              profit: isolated(`${formatAmount(closed.profit, 2)} USDT`),
            })}
          </Banner>
        ) : (
          <>
            <OldPrice code={order.code} />
            <Closing order={order} live={live} />
          </>
        )}
        <Opening order={order} preview={preview} />
        <p className="text-13 text-fg2">{t('reverse.note')}</p>
        <FieldError>{refusal ? problemText(refusal) : undefined}</FieldError>
        <div className="grid grid-cols-2 gap-3">
          <Button variant="secondary" size="large" onClick={onClose}>
            {common(closed ? 'close' : 'cancel')}
          </Button>
          <Button size="large" busy={isPending} disabled={!preview || problem != null} onClick={reverse}>
            {t(closed ? 'reverse.again' : 'reverse.confirm')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

const usdt = (units: bigint) => formatUnits(units, usdtScale)
const box = 'flex flex-col gap-1 rounded-control bg-sunken px-4 py-3'

/** What closing comes to now; the last figures there were, once the position cannot be valued any more. */
function Closing({ order, live }: Pick<ReverseProps, 'order' | 'live'>) {
  const t = useTranslations('contracts')
  const last = useRef(live)
  last.current = live ?? last.current
  const closing = last.current && closingNow(last.current, unitsOf(order.lots, 2))
  const texts = closing && {
    profit: usdt(closing.profit),
    feeClose: usdt(-closing.feeClose),
    financing: usdt(-closing.financing),
    net: usdt(closing.entries.customer),
  }
  const { amount, gain } = evenAmounts(...Object.values(texts ?? {}))
  return (
    <dl className={box}>
      <Row name={t('reverse.closing')}>
        <Held side={order.side} order={order} />
      </Row>
      <Row name={t('figure.profit')}>{texts ? gain(texts.profit) : '—'}</Row>
      <Row name={t('cost.feeClose')}>{texts ? amount(texts.feeClose) : '—'}</Row>
      <Row name={t('figure.financing')}>{texts ? amount(texts.financing) : '—'}</Row>
      <Row name={t('close.net')}>{texts ? gain(texts.net) : '—'}</Row>
    </dl>
  )
}

/** What the other side needs and costs. */
function Opening({ order, preview }: { order: ContractOrder; preview: Preview | undefined }) {
  const t = useTranslations('contracts')
  const { amount } = evenAmounts(preview?.requiredMargin, preview?.cost.total)
  return (
    <dl className={box}>
      <Row name={t('reverse.opening')}>
        <Held side={otherSide(order)} order={order} />
      </Row>
      <Row name={t('figure.margin')}>{preview ? amount(preview.requiredMargin) : '—'}</Row>
      <Row name={t('cost.line')}>{preview ? amount(preview.cost.total) : '—'}</Row>
    </dl>
  )
}

function Held({ side, order }: { side: ContractOrder['side']; order: ContractOrder }) {
  const t = useTranslations('contracts')
  return (
    <span className="inline-flex flex-wrap items-baseline justify-end gap-x-2">
      <SideMark side={side} />
      <span>
        {t('position.lots', { lots: order.lots })}
        <Dot />
        <Figure>{order.leverage}×</Figure>
      </span>
    </span>
  )
}
