import { cx } from '@evenhand/ui/cx.ts'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useAccountMode, useSession } from '../lib/session.ts'

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
