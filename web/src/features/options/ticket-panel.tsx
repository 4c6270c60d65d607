import type { MarketItem } from '@evenhand/protocol/markets.ts'
import type { Direction } from '@evenhand/protocol/options.ts'
import { toast } from '@evenhand/ui/toast.tsx'
import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ModeChip } from '../../layout/mode-chip.tsx'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { currentMode, useAccountMode, useSession } from '../../lib/session.ts'
import { useLayout } from '../../lib/settings.ts'
import type { Terms } from './buy-ticket.form.ts'
import type { Closure } from './market-closure.ts'
import type { OrderContext } from './order-context.ts'
import type { Placed } from '../../lib/place-order.ts'
import { TicketCard } from '../../layout/ticket-frame.tsx'
import { TicketForm } from './ticket-form.tsx'
import { TicketSheet } from './ticket-sheet.tsx'
import { useTicket } from './use-ticket.ts'

const RefusalSheet = lazyPart(async () => (await import('./refusal-sheet.tsx')).RefusalSheet)

export type TicketProps = {
  item: MarketItem
  terms: readonly Terms[]
  /** Why limit times are missing. */
  grain: ReactNode
  /** Names the feed's kind and sources. */
  source: ReactNode
  /** Brings the virtual balance back, where it is too small. */
  reset?: ReactNode
  /** Switches to the virtual account, where the real one is not open yet. */
  toVirtual?: ReactNode
  /** The risk warning of the real account. */
  warning?: ReactNode
  /** Where orders can be placed while none can be here. */
  openMarkets: ReactNode
  /** Puts what an account needs before its first order in the place of the button. */
  guard?: (action: ReactNode) => ReactNode
  orderContext: OrderContext
  onPlaced?: (order: Placed) => void
  onTermsChanged: () => void
}

/** What was chosen outside the ticket, by a button or a key; a new one each time. */
export type Chosen = { readonly direction: Direction }
type TicketPanelProps = TicketProps & {
  closure: Closure | undefined
  chosen: Chosen | undefined
  /** Whether a phone's sheet is open. */
  open: boolean
  /** In place of the card's title. */
  products: ReactNode
  onClose: () => void
}

/** The ticket itself, in a card or on a phone's sheet; what is chosen on it stays while it is closed and in both layouts. */
export function TicketPanel({ item, terms, orderContext, closure, chosen, open, onClose, ...props }: TicketPanelProps) {
  const { grain, source, reset, toVirtual, warning, openMarkets, guard, products, onPlaced, onTermsChanged } = props
  const own = useTranslations('orders')
  const mobile = useLayout() === 'mobile'
  const signedIn = useSession() !== undefined
  const ticket = useTicket({ item, terms, orderContext, onTermsChanged })
  const { sending } = orderContext
  const choose = useEffectEvent(({ direction }: Chosen) => {
    ticket.chooseDirection(direction)
    if (!mobile) document.querySelector<HTMLElement>('[data-confirm]')?.focus()
  })
  useEffect(() => chosen && choose(chosen), [chosen])
  const placed = useEffectEvent((order: Placed) => {
    onClose()
    ticket.uncheck()
    ticket.keepLast()
    toast(own(`placedOn.${order.mode ?? currentMode()}`, { orderNo: order.orderNo }), 'good')
    onPlaced?.(order)
    orderContext.dismiss()
  })
  useEffect(() => {
    if (sending.kind === 'placed') placed(sending.order)
  }, [sending])
  const form = { ticket, closure, grain, source, reset, toVirtual, warning, openMarkets, guard }
  return (
    <>
      {mobile ? (
        open && <TicketSheet item={item} form={form} onClose={onClose} />
      ) : (
        <TicketCard title={products} aside={<PayingAccount />}>
          <TicketForm {...form} />
        </TicketCard>
      )}
      {signedIn && <RefusalSheet ticket={ticket} toVirtual={toVirtual} />}
    </>
  )
}

/** Which account pays; nothing for a visitor. */
function PayingAccount() {
  const mode = useAccountMode()
  return useSession() ? <ModeChip mode={mode} /> : null
}
