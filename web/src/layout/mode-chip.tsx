import type { AccountMode } from '@evenhand/protocol/money.ts'
import { Chip } from '@evenhand/ui/chip.tsx'
import { useTranslations } from 'use-intl'

/** Which account the figures beside it belong to; `short` where a phone's bar has no more room. Amber is the header's alone. */
export function ModeChip({
  mode,
  short = false,
  className,
}: {
  mode: AccountMode
  short?: boolean
  className?: string
}) {
  const t = useTranslations('common')
  return (
    <Chip variant={mode === 'virtual' ? 'plain' : 'accent'} {...(className === undefined ? {} : { className })}>
      {t(short ? `account.${mode}Short` : `account.${mode}`)}
    </Chip>
  )
}
