import { openAlerts } from '@evenhand/protocol/operator-dashboard.ts'
import { Icon } from '@evenhand/ui/icon.tsx'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { call } from '../../lib/call.ts'
import { useAlertWords } from '../../lib/alert-words.ts'
import { freshMs } from '../../lib/use-page.ts'
import { whenText } from '../../lib/when.tsx'
import { isolated } from '../../lib/isolated.ts'

type Alert = z.output<typeof openAlerts.result>[number]

/** What is wrong at this moment, in red; nothing where nothing is. */
export function OpenAlerts() {
  const t = useTranslations('dashboard')
  const { data } = useQuery({
    queryKey: [openAlerts.path],
    queryFn: ({ signal }) => call(openAlerts, {}, signal),
    refetchInterval: freshMs,
  })
  if (data === undefined || data.length === 0) return null
  return (
    <section role="alert" aria-labelledby="alerts" className="rounded-card bg-danger-weak p-4 text-danger">
      <h2 id="alerts" className="mb-2 flex items-center gap-2 text-16 font-700">
        <Icon name="warning" size={18} />
        {t('alerts.title')}
      </h2>
      <ul className="flex flex-col gap-1">
        {data.map((alert) => (
          <AlertLine key={alert.id} alert={alert} />
        ))}
      </ul>
    </section>
  )
}

function AlertLine({ alert: { kind, subject, count, openedAt } }: { alert: Alert }) {
  const t = useTranslations('dashboard')
  const words = useAlertWords()
  return (
    <li className="flex flex-wrap gap-x-4">
      <span className="font-600">{words({ kind, subject, count })}</span>
      <span className="text-13">{t('alerts.since', { time: isolated(whenText(openedAt)) })}</span>
    </li>
  )
}
