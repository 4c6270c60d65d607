import { Chip } from '@evenhand/ui/chip.tsx'
import { useTranslations } from 'use-intl'
import { useTag } from '../lib/settings.ts'
import { durationText, narrowDurationText } from '../lib/when.tsx'
import { useServerNow } from './server-now.ts'
import { hourMs } from '@evenhand/protocol/durations.ts'

const soonMs = 6 * hourMs

/**
 * How long a case may still wait by its published time, or how long it is overdue. In a narrow column of a table the time
 * stands alone, in its greatest unit; the colour and the sign show which of the two it is, and the title all of it.
 */
export function DueClock({ dueAt }: { dueAt: number }) {
  const t = useTranslations('common')
  const tag = useTag()
  const left = dueAt - useServerNow(20_000)
  const time = durationText(Math.abs(left), tag)
  const label = left < 0 ? t('clock.overdue', { time }) : t('clock.left', { time })
  const variant = left < 0 ? 'danger' : left < soonMs ? 'warn' : 'plain'
  return (
    <Chip variant={variant} icon={left < 0 ? 'warning' : 'clock'} className="max-w-full align-middle [&>svg]:shrink-0">
      <span title={label} className="truncate @max-[10rem]:sr-only">
        {label}
      </span>
      <span aria-hidden="true" title={label} className="hidden truncate @max-[10rem]:inline">
        {narrowDurationText(Math.abs(left), tag)}
      </span>
    </Chip>
  )
}
