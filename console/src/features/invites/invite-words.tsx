import type { InviteReviewStatus } from '@evenhand/protocol/states.ts'
import { Chip } from '@evenhand/ui/chip.tsx'
import { useTranslations } from 'use-intl'

const variants = { OPEN: 'warn', RELEASED: 'good', REFUSED: 'danger' } as const satisfies Record<
  InviteReviewStatus,
  string
>

export function InviteStatusChip({ status }: { status: InviteReviewStatus }) {
  const t = useTranslations('invites')
  return <Chip variant={variants[status]}>{t(`status.${status}`)}</Chip>
}
