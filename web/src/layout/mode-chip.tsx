import type { AccountMode } from '@evenhand/protocol/money.ts'
import { Chip } from '@evenhand/ui/chip.tsx'
import { useTranslations } from 'use-intl'

/** Which account the figures beside it belong to. Amber is the header's alone. */
export function ModeChip({ mode, className }: { mode: AccountMode; className?: string }) {
  const t = useTranslations('common')
  return (
    <Chip variant={mode === 'virtual' ? 'plain' : 'accent'} {...(className === undefined ? {} : { className })}>
      {t(`account.${mode}`)}
    </Chip>
  )
}
