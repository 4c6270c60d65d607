import { cx } from '@evenhand/ui/cx.ts'
import { useRef, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useAccountMode, useSession } from '../lib/session.ts'
import { useCoveredHeight } from '../lib/use-covered-height.ts'
import { ModeChip } from './mode-chip.tsx'

type CardProps = {
  /** In place of the title: the tabs between the products. */
  title?: ReactNode
  aside?: ReactNode
  children: ReactNode
}

/** The box of a desktop's ticket, also while the ticket is on its way. */
export function TicketCard({ title, aside, children }: CardProps) {
  const t = useTranslations('instrument')
  const signedIn = useSession() !== undefined
  const virtual = useAccountMode() === 'virtual' && signedIn
  return (
    <section
      aria-label={t('ticket.title')}
      className={cx('rounded-card bg-surface p-5 ring-1 ring-line', virtual && 'border-t-3 border-t-control')}
    >
      <div className="mb-4 flex items-center justify-between gap-3">
        {title ?? <h2 className="text-16 font-700">{t('ticket.title')}</h2>}
        {aside}
      </div>
      {children}
    </section>
  )
}

type BarProps = {
  /** The tabs between the products. */
  products: ReactNode
  /** Whether the ticket lies over it. */
  covered?: boolean
  children: ReactNode
}

/** A phone's fixed bar under an instrument: products, and the account that pays of a customer who is signed in. */
export function TicketBar({ products, covered = false, children }: BarProps) {
  const mode = useAccountMode()
  const signedIn = useSession() !== undefined
  const bar = useRef<HTMLDivElement>(null)
  useCoveredHeight('--bar', bar)
  return (
    <div
      ref={bar}
      inert={covered}
      className={cx(
        'fixed inset-x-0 bottom-0 z-10 border-t bg-surface px-4 pt-1.5 pb-[calc(0.75rem+env(safe-area-inset-bottom))]',
        signedIn && mode === 'virtual' ? 'border-t-3 border-t-control' : 'border-line',
      )}
    >
      <div className="mb-1.5 flex items-center justify-between gap-3 pe-13">
        {products}
        {/* The narrowest phones have it in the bar above alone. */}
        {signedIn && <ModeChip mode={mode} short className="max-[22em]:hidden" />}
      </div>
      {children}
    </div>
  )
}
