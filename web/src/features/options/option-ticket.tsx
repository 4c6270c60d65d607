import type { Direction } from '@evenhand/protocol/options.ts'
import { Skeleton } from '@evenhand/ui/states.tsx'
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { lazyWithRetry } from '../../lib/lazy-with-retry.ts'
import { currentLayout, useLayout } from '../../lib/settings.ts'
import { BuyBar } from './buy-bar.tsx'
import { useClosure } from './market-closure.ts'
import { TicketCard } from '../../layout/ticket-frame.tsx'
import type { Chosen, TicketProps } from './ticket-panel.tsx'
import { useDirectionKeys } from './use-direction-keys.ts'

// A phone shows two buttons until one is pressed; a desktop's ticket is fetched beside the chart.
const loadPanel = () => import('./ticket-panel.tsx')
const TicketPanel = lazyWithRetry(async () => ({ default: (await loadPanel()).TicketPanel }))
if (currentLayout() === 'desktop') void loadPanel().catch(() => {})

type OptionTicketProps = TicketProps & {
  /** The tabs between the products. */
  products: ReactNode
  /** What of the customer's runs now: under the ticket, on a phone above its buttons. */
  running?: ReactNode
}

/** The option ticket: beside the chart on a desktop, two buttons and a sheet on a phone. */
export function OptionTicket({ running, products, ...props }: OptionTicketProps) {
  const { item, terms, openMarkets, orderContext } = props
  const mobile = useLayout() === 'mobile'
  const [open, setOpen] = useState(false)
  const [chosen, setChosen] = useState<Chosen>()
  const closure = useClosure(item, terms)
  // What the sheet covers loses the focus as it comes, and has it again when it goes.
  const opener = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!open) opener.current?.focus({ preventScroll: true })
  }, [open])
  const begin = (direction: Direction) => {
    opener.current = document.activeElement as HTMLElement | null
    setChosen({ direction })
    setOpen(mobile)
  }
  useDirectionKeys(begin)
  // Once it was shown it stays: a window that was narrow for a moment loses nothing that is chosen.
  const [wanted, setWanted] = useState(false)
  if (!wanted && (!mobile || chosen !== undefined)) setWanted(true)
  const box = (
    <TicketCard title={products}>
      <Skeleton className="h-140" />
    </TicketCard>
  )
  return (
    <>
      {mobile && <BuyBar {...{ closure, openMarkets, running, products, covered: open }} onChoose={begin} />}
      <Suspense fallback={mobile ? null : box}>
        {wanted && <TicketPanel {...props} {...{ closure, chosen, open, products }} onClose={() => setOpen(false)} />}
      </Suspense>
      {!mobile && running}
      {orderContext.question}
    </>
  )
}
