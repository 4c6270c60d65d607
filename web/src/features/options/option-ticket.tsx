import type { MarketItem } from '@evenhand/protocol/markets.ts'
import { cx } from '@evenhand/ui/cx.ts'
import { Dialog } from '@evenhand/ui/dialog.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useQuote } from '../../feed/quote-store.ts'
import { Figure, formatDecimal } from '../../lib/format.tsx'
import { currentMode, useAccountMode, useSession } from '../../lib/session.ts'
import { useLayout } from '../../lib/settings.ts'
import { ModeChip } from '../../layout/mode-chip.tsx'
import { BuyBar } from './buy-bar.tsx'
import type { Terms } from './buy-ticket.form.ts'
import { useClosure } from './market-closure.ts'
import type { OrderContext } from './order-context.ts'
import type { Placed } from './place-order.ts'
import { RefusalSheet } from './refusal-sheet.tsx'
import { TicketForm } from './ticket-form.tsx'
import { useTicket } from './use-ticket.ts'

type TicketProps = {
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
  orderContext: OrderContext
  onPlaced?: (order: Placed) => void
  onTermsChanged: () => void
}

/** The option ticket: beside the chart on a desktop, two buttons and a sheet on a phone. */
export function OptionTicket({ item, terms, orderContext, onPlaced, onTermsChanged, ...shown }: TicketProps) {
  const { grain, source, reset, toVirtual, warning } = shown
  const t = useTranslations('instrument')
  const common = useTranslations('common')
  const mobile = useLayout() === 'mobile'
  const signedIn = useSession() !== undefined
  const virtual = useAccountMode() === 'virtual' && signedIn
  const [open, setOpen] = useState(false)
  const ticket = useTicket({ item, terms, orderContext, onTermsChanged })
  const { sending } = orderContext
  const placed = useEffectEvent((order: Placed) => {
    setOpen(false)
    ticket.uncheck()
    toast(t(`ticket.placedOn.${order.mode ?? currentMode()}`, { orderNo: order.orderNo }), 'good')
    onPlaced?.(order)
    orderContext.dismiss()
  })
  useEffect(() => {
    if (sending.kind === 'placed') placed(sending.order)
  }, [sending])
  const closure = useClosure(item, terms)
  const form = <TicketForm {...{ ticket, closure, grain, source, reset, toVirtual, warning }} />
  const sheet = <RefusalSheet ticket={ticket} toVirtual={toVirtual} />
  if (!mobile)
    return (
      <section
        aria-label={t('ticket.title')}
        className={cx('rounded-card bg-surface p-5 ring-1 ring-line', virtual && 'border-t-3 border-t-control')}
      >
        <div className="mb-4 flex items-center justify-between gap-3">
          <h2 className="text-16 font-700">{t('ticket.title')}</h2>
          <PayingAccount />
        </div>
        {form}
        {sheet}
        {orderContext.question}
      </section>
    )
  return (
    <>
      <BuyBar
        closure={closure}
        onChoose={(direction) => {
          ticket.chooseDirection(direction)
          setOpen(true)
        }}
      />
      <Dialog
        look="sheet"
        open={open}
        onClose={() => setOpen(false)}
        title={<SheetTitle item={item} />}
        closeLabel={common('close')}
        className={cx('max-h-[calc(100dvh-1rem)]!', virtual && 'border-t-3 border-t-control')}
      >
        {form}
      </Dialog>
      {sheet}
      {orderContext.question}
    </>
  )
}

/** Which account pays; nothing for a visitor. */
function PayingAccount() {
  const mode = useAccountMode()
  return useSession() ? <ModeChip mode={mode} /> : null
}

function SheetTitle({ item }: { item: MarketItem }) {
  const quote = useQuote(item.code)
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-16">
      <bdi dir="ltr">{item.code}</bdi>
      <Figure className="text-fg2">{formatDecimal(quote?.price ?? item.price, { decimals: item.precision })}</Figure>
      <PayingAccount />
    </span>
  )
}
