import type { Direction } from '@evenhand/protocol/options.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { TicketBar } from '../../layout/ticket-frame.tsx'
import type { Closure } from './market-closure.ts'
import { useClosureText } from './ticket-texts.ts'

type BarProps = {
  closure: Closure | undefined
  /** Where orders can be placed instead. */
  openMarkets: ReactNode
  /** The tabs between the products. */
  products: ReactNode
  /** What runs now, above the buttons. */
  running?: ReactNode
  /** Whether the ticket lies over it. */
  covered: boolean
  onChoose: (direction: Direction) => void
}

/** The phone's fixed bar: up and down with what runs above them, or why neither is possible now. */
export function BuyBar({ closure, openMarkets, products, running, covered, onChoose }: BarProps) {
  const t = useTranslations('instrument')
  const closureText = useClosureText()
  return (
    <TicketBar products={products} covered={covered}>
      {running}
      <div role="status">
        {closure && (
          <p className="flex min-h-12 items-center gap-2 text-14 text-warn">
            <Icon name="warning" size={18} />
            <span>{closureText(closure)}</span>
          </p>
        )}
      </div>
      {closure && closure.why !== 'offline' && closure.why !== 'stale' && <div className="pb-1">{openMarkets}</div>}
      {!closure && (
        <div className="grid grid-cols-2 gap-3">
          <Button variant="up" size="large" onClick={() => onChoose('UP')}>
            <Icon name="rise" size={18} />
            {t('ticket.up')}
          </Button>
          <Button variant="down" size="large" onClick={() => onChoose('DOWN')}>
            <Icon name="fall" size={18} />
            {t('ticket.down')}
          </Button>
        </div>
      )}
    </TicketBar>
  )
}
