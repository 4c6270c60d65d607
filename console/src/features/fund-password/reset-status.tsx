import type { fundResetStates } from '@evenhand/protocol/fund-reset.ts'
import { Chip } from '@evenhand/ui/chip.tsx'
import { useTranslations } from 'use-intl'

export type ResetStatus = (typeof fundResetStates)[number]

const variants = { WAITING: 'warn', DONE: 'good', REJECTED: 'danger', CANCELLED: 'plain' } as const

export function ResetStatusChip({ status }: { status: ResetStatus }) {
  const t = useTranslations('fundreset')
  return <Chip variant={variants[status]}>{t(`status.${status}`)}</Chip>
}
