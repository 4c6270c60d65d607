import { Chip } from '@evenhand/ui/chip.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { useTranslations } from 'use-intl'
import { useAccountMode, useSession } from '../lib/session.ts'

/** Which account is in use, always in sight of a signed-in customer; leads to where it is switched. */
export function AccountChip({ short = false }: { short?: boolean }) {
  const t = useTranslations('common')
  const mode = useAccountMode()
  if (!useSession()) return null
  return (
    <Link
      to="/profile"
      className="inline-flex min-h-11 shrink-0 items-center rounded-control no-underline desktop:min-h-10"
    >
      <Chip look={mode === 'virtual' ? 'warn' : 'accent'} className="whitespace-nowrap">
        {t(short ? `account.${mode}Short` : `account.${mode}`)}
      </Chip>
    </Link>
  )
}
