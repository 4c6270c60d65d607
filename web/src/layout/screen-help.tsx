import { Link, useLocation } from '@evenhand/ui/router.ts'
import { useTranslations } from 'use-intl'
import { BarSlot } from './bar-slot.tsx'

/** The way to the questions and answers about the screen it stands on, beside its title. */
export function ScreenHelp() {
  const label = useTranslations('common')('questions')
  const { pathname } = useLocation()
  return (
    <Link
      to="/help/faq"
      search={{ screen: pathname }}
      aria-label={label}
      title={label}
      className="relative inline-flex size-8 shrink-0 items-center justify-center rounded-full border border-control text-14 font-700 text-fg2 no-underline hover:bg-sunken before:absolute before:-inset-1.5 mobile:size-9"
    >
      ?
    </Link>
  )
}

/** The same in the bar of a phone, for screens whose title stands there. */
export const BarHelp = () => (
  <BarSlot>
    <span className="ms-auto">
      <ScreenHelp />
    </span>
  </BarSlot>
)
