import { Card } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { Figure, formatDecimal } from '../../lib/format.tsx'
import { useServiceLevels } from '../../lib/use-service-levels.ts'

const counted = ['received', 'open', 'overdue', 'answered', 'upheld', 'escalated'] as const

/** What customers complained of within a year, publicly: how much, how much of it was right, how long it took. */
export function ComplaintCounts() {
  const t = useTranslations('transparency')
  const data = useServiceLevels()?.complaints
  if (!data) return null
  return (
    <section className="mx-auto flex max-w-240 flex-col gap-4 px-gutter pb-10" aria-labelledby="complaints">
      <div>
        <h2 id="complaints" className="text-20 font-700 text-balance desktop:text-24">
          {t('complaints.title')}
        </h2>
        <p className="mt-2 max-w-text text-15 text-fg2">{t('complaints.lead', { days: data.promisedBusinessDays })}</p>
      </div>
      <Card className="p-4 desktop:p-5">
        <dl className="grid grid-cols-2 gap-x-6 gap-y-5 desktop:grid-cols-4">
          {counted.map((name) => (
            <Count key={name} label={t(`complaints.${name}`)} value={formatDecimal(String(data[name]))} />
          ))}
          <Count label={t('complaints.median')} value={data.medianDays === null ? '—' : String(data.medianDays)} />
        </dl>
      </Card>
      <a
        href="/swx/customer/public/serviceLevels"
        dir="ltr"
        className="inline-flex min-h-11 items-center self-start font-mono text-13 text-accent-text underline underline-offset-2 desktop:min-h-8"
      >
        /swx/customer/public/serviceLevels
      </a>
    </section>
  )
}

const Count = ({ label, value }: { label: string; value: string }) => (
  <div className="flex flex-col-reverse justify-end gap-1">
    <dt className="text-13 text-fg2">{label}</dt>
    <dd className="text-24 font-700">
      <Figure>{value}</Figure>
    </dd>
  </div>
)
