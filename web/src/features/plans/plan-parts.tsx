import type { PlanPosition } from '@evenhand/protocol/plans.ts'
import { Chip } from '@evenhand/ui/chip.tsx'
import type { IconName } from '@evenhand/ui/icon.tsx'
import { useTranslations } from 'use-intl'

const faces: Record<PlanPosition['status'], { icon: IconName; variant: 'plain' | 'accent' }> = {
  EARNING: { icon: 'clock', variant: 'accent' },
  COMPLETED: { icon: 'check', variant: 'plain' },
  EXITED: { icon: 'leave', variant: 'plain' },
}

/** The state of a plan: icon and word. */
export function PlanChip({ status }: Pick<PlanPosition, 'status'>) {
  const t = useTranslations('plans')
  const { icon, variant } = faces[status]
  return (
    <Chip variant={variant} icon={icon}>
      {t(`status.${status}`)}
    </Chip>
  )
}
