import type { AccountMode } from '@evenhand/protocol/money.ts'
import { Chip } from '@evenhand/ui/chip.tsx'
import { useTranslations } from 'use-intl'

/** Which account the figures beside it belong to, in words and colour. */
export function ModeChip({ mode, className }: { mode: AccountMode; className?: string }) {
  const t = useTranslations('common')
  return (
    <Chip look={mode === 'virtual' ? 'warn' : 'accent'} {...(className === undefined ? {} : { className })}>
      {t(`account.${mode}`)}
    </Chip>
  )
}
