import { Card } from '@evenhand/ui/states.tsx'
import { useId, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'

type ChartCardProps = { title: string; aside?: ReactNode; isEmpty: boolean; children: ReactNode }

/** A chart of thirty days with its heading; where nothing happened in them it shows a sentence instead. */
export function ChartCard({ title, aside, isEmpty, children }: ChartCardProps) {
  const t = useTranslations('dashboard')
  const id = useId()
  return (
    <Card className="p-4">
      <section aria-labelledby={id}>
        <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
          <h2 id={id} className="text-16 font-700">
            {title}
          </h2>
          {aside}
        </div>
        {isEmpty ? <p className="py-8 text-fg2">{t('chartEmpty')}</p> : children}
      </section>
    </Card>
  )
}

/** What each colour of a chart stands for, with its sum. */
export const Legend = ({ entries }: { entries: readonly { fill: string; text: string }[] }) => (
  <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-13">
    {entries.map(({ fill, text }) => (
      <li key={text} className="flex items-center gap-2">
        <span aria-hidden className={`inline-block size-3 rounded-full ${fill}`} />
        {text}
      </li>
    ))}
  </ul>
)
