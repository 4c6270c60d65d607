import type { ContractSide } from '@evenhand/protocol/contracts.ts'
import { Button, IconButton } from '@evenhand/ui/button.tsx'
import { cx } from '@evenhand/ui/cx.ts'
import { Icon } from '@evenhand/ui/icon.tsx'
import { Banner } from '@evenhand/ui/states.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useTranslations } from 'use-intl'
import type { MarketItem } from '@evenhand/protocol/markets.ts'
import { sentenceDate } from '@evenhand/protocol/sentence-date.ts'
import { ModeChip } from '../../layout/mode-chip.tsx'
import { TicketBar, TicketCard } from '../../layout/ticket-frame.tsx'
import { currentMode, useAccountMode } from '../../lib/session.ts'
import { languageOf, useLang, useLayout } from '../../lib/settings.ts'
import { useCoveredHeight } from '../../lib/use-covered-height.ts'
import { ContractConfirmation } from './contract-confirmation.tsx'
import { ContractForm, type ContractFormProps } from './contract-form.tsx'
import type { Facts } from './contract-live.ts'
import { PinnedPositions } from './pinned-positions.tsx'
import { useContractClosure, type ContractClosure } from './use-contract-closure.ts'
import { useContractTicket } from './use-contract-ticket.ts'

type TicketProps = {
  item: MarketItem
  facts: Facts
  /** The tabs between the products. */
  products: ReactNode
  reset: ReactNode
  toVirtual: ReactNode
  guard: ContractFormProps['guard']
}

/** The ticket of contracts: beside the chart on a desktop, two buttons and a sheet on a phone. */
export function ContractTicket({ item, facts, products, reset, toVirtual, guard }: TicketProps) {
  const t = useTranslations('contracts')
  const mobile = useLayout() === 'mobile'
  const mode = useAccountMode()
  const [open, setOpen] = useState(false)
  const closure = useContractClosure(item)
  const ticket = useContractTicket({
    facts,
    closed: closure !== undefined,
    onPlaced: ({ orderNo, mode: placedIn }) => {
      setOpen(false)
      toast(t(`ticket.placed.${placedIn ?? currentMode()}`, { orderNo }), 'good')
    },
  })
  const form = { ticket, reset, toVirtual, guard }
  // What the sheet covers loses the focus before the sheet can read who had it.
  const opener = useRef<Element>(null)
  const begin = (side: ContractSide) => {
    opener.current = document.activeElement
    ticket.change({ side })
    setOpen(true)
  }
  return (
    <>
      {mobile ? (
        <>
          <ContractBar code={item.code} closure={closure} products={products} covered={open} onChoose={begin} />
          {open && !closure && (
            <ContractSheet code={item.code} form={form} opener={opener} onClose={() => setOpen(false)} />
          )}
        </>
      ) : (
        <TicketCard title={products} aside={<ModeChip mode={mode} />}>
          {closure ? <Closed closure={closure} /> : <ContractForm {...form} />}
        </TicketCard>
      )}
      <ContractConfirmation ticket={ticket} />
    </>
  )
}

type ClosedProps = { closure: ContractClosure }

function useClosedTexts({ why, at }: ContractClosure) {
  const t = useTranslations('instrument')
  const contracts = useTranslations('contracts')
  const tag = languageOf(useLang()).tag
  const time = at === null ? 'none' : sentenceDate(tag, { timeStyle: 'short' }).format(at)
  return {
    title: t('closed.title'),
    reason: t(`closed.${why}`, { time }),
    stillWorks: contracts(`stillWorks.${why}`),
  }
}

/** Why no contract can be opened, and that what is open goes on. */
function Closed({ closure }: ClosedProps) {
  const { title, reason, stillWorks } = useClosedTexts(closure)
  return (
    <div role="status" className="flex flex-col gap-2">
      <Banner variant={closure.why === 'closed' ? 'info' : 'warn'}>
        <p className="font-600">{title}</p>
        <p>{reason}</p>
      </Banner>
      <p className="text-13 text-fg2">{stillWorks}</p>
    </div>
  )
}

/** The same in a phone's bar, which leaves the chart in sight. */
function ClosedLine({ closure }: ClosedProps) {
  const { reason, stillWorks } = useClosedTexts(closure)
  return (
    <div role="status" className="flex flex-col gap-1 pt-1">
      <p className="flex items-center gap-2 text-14 text-warn">
        <Icon name="warning" size={18} />
        <span>{reason}</span>
      </p>
      <p className="text-12 text-fg2">{stillWorks}</p>
    </div>
  )
}

type BarProps = {
  code: string
  closure: ContractClosure | undefined
  products: ReactNode
  covered: boolean
  onChoose: (side: ContractSide) => void
}

/** The phone's fixed bar: the position that is open here, and buy and sell under it. */
function ContractBar({ code, closure, products, covered, onChoose }: BarProps) {
  const t = useTranslations('contracts')
  return (
    <TicketBar products={products} covered={covered}>
      <PinnedPositions code={code} />
      {closure ? (
        <ClosedLine closure={closure} />
      ) : (
        <div className="grid grid-cols-2 gap-3">
          <Button variant="up" size="large" onClick={() => onChoose('BUY')}>
            <Icon name="rise" size={18} />
            {t('side.BUY')}
          </Button>
          <Button variant="down" size="large" onClick={() => onChoose('SELL')}>
            <Icon name="fall" size={18} />
            {t('side.SELL')}
          </Button>
        </div>
      )}
    </TicketBar>
  )
}

type SheetProps = {
  code: string
  form: ContractFormProps
  opener: RefObject<Element | null>
  onClose: () => void
}

/** A phone's ticket over the lower part, with the chart in sight above it. Escape and the close button end it. */
function ContractSheet({ code, form, opener, onClose }: SheetProps) {
  const t = useTranslations('contracts')
  const common = useTranslations('common')
  const virtual = useAccountMode() === 'virtual'
  const sheet = useRef<HTMLElement>(null)
  useCoveredHeight('--sheet', sheet)
  useEffect(() => {
    const goneFrom = opener.current
    sheet.current?.querySelector('button')?.focus({ preventScroll: true })
    document.querySelector('[data-chart]')?.scrollIntoView({ block: 'start' })
    return () => {
      if (goneFrom instanceof HTMLElement && goneFrom.isConnected) goneFrom.focus({ preventScroll: true })
    }
  }, [opener])
  return (
    <section
      ref={sheet}
      role="dialog"
      aria-label={`${t('ticket.title')} ${code}`}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
      className={cx(
        'fixed inset-x-0 bottom-0 z-20 max-h-[62dvh] overflow-y-auto overscroll-contain rounded-t-sheet bg-surface px-4 pt-1 pb-[calc(0.75rem+env(safe-area-inset-bottom))] shadow-overlay motion-safe:animate-[sheet-in_240ms_var(--ease-sheet)]',
        virtual && 'border-t-3 border-t-control',
      )}
    >
      <div className="sticky -top-1 z-10 -mx-4 mb-1 flex items-center justify-between gap-2 bg-surface ps-4 pe-2">
        <p className="text-15 font-700">
          {t('ticket.title')} <bdi dir="ltr">{code}</bdi>
        </p>
        <IconButton icon="close" label={common('close')} onClick={onClose} />
      </div>
      <ContractForm {...form} />
    </section>
  )
}
