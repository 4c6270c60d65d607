import type { PublicWaits } from '@evenhand/protocol/books.ts'
import { Card } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { formatDecimal } from '../../lib/format.tsx'
import { useLasted } from '../../lib/lasted.ts'
import { useServiceLevels } from '../../lib/use-service-levels.ts'

/** How long customers wait for people: what waits now, what is late, and how long it really took. */
export function ServiceTimes() {
  const t = useTranslations('transparency')
  const levels = useServiceLevels()
  if (!levels) return null
  return (
    <section
      id="service"
      className="mx-auto flex max-w-240 scroll-mt-20 flex-col gap-4 px-gutter pb-10"
      aria-labelledby="service-title"
    >
      <div>
        <h2 id="service-title" className="text-20 font-700 text-balance desktop:text-24">
          {t('service.title')}
        </h2>
        <p className="mt-2 max-w-text text-15 text-fg2">{t('service.lead')}</p>
      </div>
      <div className="grid gap-3 desktop:grid-cols-3">
        {levels.queues.map((waits) => (
          <Waits key={waits.queue} waits={waits} />
        ))}
      </div>
    </section>
  )
}

function Waits({ waits: { queue, open, overdue, ended, promisedHours, medianS, p95S } }: { waits: PublicWaits }) {
  const t = useTranslations('transparency')
  const lasted = useLasted()
  // A queue of a name that this version has no text for is still counted and shown.
  const name = `service.of.${queue}` as 'service.of.deposits'
  const took = (seconds: number | null) => (seconds === null ? '—' : lasted(seconds))
  return (
    <Card className="p-4">
      <h3 className="text-16 font-700">{t.has(name) ? t(name) : queue}</h3>
      <dl className="mt-3 flex flex-col gap-1.5 text-14">
        <Line label={t('service.promised')} value={lasted(promisedHours * 3600)} />
        <Line label={t('service.open')} value={count(open)} />
        <Line label={t('service.overdue')} value={count(overdue)} late={overdue > 0} />
        <Line label={t('service.ended')} value={count(ended)} />
        <Line label={t('service.median')} value={took(medianS)} />
        <Line label={t('service.p95')} value={took(p95S)} />
      </dl>
    </Card>
  )
}

const count = (one: number): string => formatDecimal(String(one))

const Line = ({ label, value, late = false }: { label: string; value: string; late?: boolean }) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-4">
    <dt className="text-fg2">{label}</dt>
    <dd className={late ? 'text-end font-600 text-danger' : 'text-end font-600'}>{value}</dd>
  </div>
)
