import { Chip } from '@evenhand/ui/chip.tsx'
import { useTranslations } from 'use-intl'
import { useTag } from '../lib/settings.ts'
import { durationText } from '../lib/when.tsx'
import { useServerNow } from './server-now.ts'
import { hourMs } from '@evenhand/protocol/durations.ts'

const soonMs = 6 * hourMs

/** How long a case may still wait by its published time, or how long it is overdue. */
export function DueClock({ dueAt }: { dueAt: number }) {
  const t = useTranslations('common')
  const tag = useTag()
  const left = dueAt - useServerNow(20_000)
  const time = durationText(Math.abs(left), tag)
  if (left < 0)
    return (
      <Chip look="danger" icon="warning">
        {t('clock.overdue', { time })}
      </Chip>
    )
  return (
    <Chip look={left < soonMs ? 'warn' : 'plain'} icon="clock">
      {t('clock.left', { time })}
    </Chip>
  )
}
