import type { serviceLevels } from '@evenhand/protocol/operator-result.ts'
import { Chip } from '@evenhand/ui/chip.tsx'
import { hrefOf, Link } from '@evenhand/ui/router.ts'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { isOpen, useFeatures } from '../../lib/feature.ts'
import { useMay } from '../../lib/session.ts'
import { useTag } from '../../lib/settings.ts'
import { durationText } from '../../lib/when.tsx'
import { QueueTrend, type QueueDays } from './queue-trend.tsx'
import { DueClock } from '../../queue/due-clock.tsx'

type Queue = z.output<typeof serviceLevels.result>['queues'][number]

/** One kind of work: how much is open, how old the oldest is against what is promised, and the way there. */
export function QueueCard({ queue, history }: { queue: Queue; history: QueueDays | undefined }) {
  const t = useTranslations('dashboard')
  const tag = useTag()
  const may = useMay()
  const any = useTranslations()
  const { queues, screens } = useFeatures()
  const { title, at, clock } = queues.get(queue.name) ?? {}
  const screen = screens.find(({ path }) => path === at?.to)
  const body = (
    <>
      <h2 className="font-600">{title ? any(title) : queue.name}</h2>
      <p className="mt-2 flex items-baseline gap-2">
        <bdi className="text-32 leading-none font-700">{queue.open}</bdi>
        <span className="text-13 text-fg2">{t('open')}</span>
      </p>
      <p className="mt-3 flex flex-wrap items-center gap-2 text-13">
        {queue.oldestAt === null ? (
          <span className="text-fg2">{t('nothing')}</span>
        ) : (
          <>
            <DueClock dueAt={queue.oldestAt + queue.promisedMs} />
            {queue.overdue > 0 && <Chip variant="danger">{t('overdue', { count: queue.overdue })}</Chip>}
          </>
        )}
      </p>
      {history !== undefined && <QueueTrend days={history} />}
      <p className="mt-3 text-12 text-fg3">
        {clock ? any(clock) : t('promised', { time: durationText(queue.promisedMs, tag) })}
      </p>
    </>
  )
  const classes = 'block h-full rounded-card bg-surface p-4 text-fg no-underline ring-1 ring-line'
  return at && screen && isOpen(screen, may) ? (
    <Link href={hrefOf(at)} className={`${classes} hover:ring-control`}>
      {body}
    </Link>
  ) : (
    <div className={classes}>{body}</div>
  )
}
