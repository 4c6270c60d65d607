import type { MarketItem } from '@evenhand/protocol/markets.ts'
import { IconButton } from '@evenhand/ui/button.tsx'
import { cx } from '@evenhand/ui/cx.ts'
import { keepFocus } from '@evenhand/ui/keep-focus.ts'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useAccountMode, useSession } from '../../lib/session.ts'
import { DirectionChoice } from './ticket-choices.tsx'
import { TicketForm, type FormProps } from './ticket-form.tsx'
import { useCoveredHeight } from '../../lib/use-covered-height.ts'

type SheetProps = { item: MarketItem; form: FormProps; onClose: () => void }

/**
 * A phone's ticket over the lower third, with the chart in sight above it, which goes on and can be moved. Escape and the
 * close button end it.
 */
export function TicketSheet({ item, form, onClose }: SheetProps) {
  const t = useTranslations('instrument')
  const common = useTranslations('common')
  const signedIn = useSession() !== undefined
  const virtual = useAccountMode() === 'virtual' && signedIn
  const sheet = useRef<HTMLElement>(null)
  const { ticket } = form
  useCoveredHeight('--sheet', sheet)
  useEffect(() => {
    const element = sheet.current
    if (!element) return undefined
    const find = (selector: string) => element.querySelector<HTMLElement>(selector)
    // What an account needs first takes the place of the button that sends; Escape works while the focus is in here alone.
    const begin = () => (find('[data-confirm]') ?? find('button'))?.focus({ preventScroll: true })
    begin()
    document.querySelector('[data-chart]')?.scrollIntoView({ block: 'start' })
    return keepFocus(element, begin)
  }, [])
  return (
    <section
      ref={sheet}
      role="dialog"
      aria-label={`${t('ticket.title')} ${item.code}`}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
      className={cx(
        'fixed inset-x-0 bottom-0 z-20 max-h-[75dvh] overflow-y-auto overscroll-contain rounded-t-sheet bg-surface px-4 pt-2 pb-[calc(0.5rem+env(safe-area-inset-bottom))] shadow-overlay motion-safe:animate-[sheet-in_240ms_var(--ease-sheet)]',
        virtual && 'border-t-3 border-t-control',
      )}
    >
      <div className="mb-1.5 flex items-center gap-1">
        <div className="grow">
          <DirectionChoice value={ticket.state.direction} onChange={ticket.chooseDirection} />
        </div>
        <IconButton icon="close" label={common('close')} onClick={onClose} className="-me-2" />
      </div>
      <TicketForm {...form} compact />
    </section>
  )
}
