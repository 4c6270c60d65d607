import { formatUnits } from '@evenhand/protocol/money.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Dialog } from '@evenhand/ui/dialog.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ModeChip } from '../../layout/mode-chip.tsx'
import { Amount } from '../../lib/format.tsx'
import type { BuyRequest } from './order-context.ts'
import { usdtScale } from '../../lib/parse-amount.ts'
import { useTermText } from './term-text.ts'

type FirstProps = { requested: BuyRequest | undefined; onConfirm: () => void; onCancel: () => void }

/** Before the first real order of a session: names the account that pays, and the order. */
export function FirstRealOrder({ requested, onConfirm, onCancel }: FirstProps) {
  const orders = useTranslations('orders')
  const common = useTranslations('common')
  return (
    <Dialog
      variant="sheet"
      open={requested !== undefined}
      onClose={onCancel}
      title={orders('firstReal.title')}
      closeLabel={common('close')}
      className="border-t-3 border-t-accent"
    >
      {requested && (
        <div className="flex flex-col gap-4">
          <p>{orders('firstReal.text')}</p>
          <Order requested={requested} />
          <div className="grid grid-cols-2 gap-3">
            <Button variant="secondary" size="large" onClick={onCancel}>
              {common('cancel')}
            </Button>
            <Button size="large" onClick={onConfirm}>
              {orders('firstReal.confirm')}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  )
}

const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex items-baseline justify-between gap-3">
    <dt className="text-fg2">{name}</dt>
    <dd className="text-end font-600">{children}</dd>
  </div>
)

function Order({ requested: { code, direction, limitTime, amount } }: { requested: BuyRequest }) {
  const t = useTranslations('instrument')
  const orders = useTranslations('orders')
  const termText = useTermText()
  const up = direction === 'UP'
  return (
    <dl className="flex flex-col gap-1 rounded-control bg-sunken px-4 py-3">
      <Line name={orders('firstReal.account')}>
        <ModeChip mode="real" />
      </Line>
      <Line name={orders('firstReal.instrument')}>
        <bdi dir="ltr">{code}</bdi>
      </Line>
      <Line name={t('ticket.direction')}>
        <span className={`inline-flex items-center gap-1 ${up ? 'text-up' : 'text-down'}`}>
          <Icon name={up ? 'rise' : 'fall'} size={14} />
          {t(up ? 'ticket.up' : 'ticket.down')}
        </span>
      </Line>
      <Line name={t('ticket.limitTime')}>{termText(limitTime)}</Line>
      <Line name={t('ticket.amount')}>
        <Amount text={formatUnits(amount, usdtScale, 2)} />
      </Line>
    </dl>
  )
}
