import { anomalies, auditLog, type Anomaly } from '@evenhand/protocol/operator-result.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@evenhand/ui/router.ts'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { useMay } from '../../lib/session.ts'
import { When } from '../../lib/when.tsx'

const freshMs = 60_000

/** What operators did that deserves a second look; each line leads to the audit entries it rests on. */
export function Noticed() {
  const t = useTranslations('dashboard')
  const may = useMay()
  const { data } = useQuery({
    queryKey: [anomalies.path],
    queryFn: ({ signal }) => call(anomalies, {}, signal),
    enabled: may(anomalies),
    refetchInterval: freshMs,
  })
  if (!data) return null
  return (
    <section aria-labelledby="noticed" className="rounded-card bg-surface ring-1 ring-line">
      <div className="border-b border-line px-4 py-3">
        <h2 id="noticed" className="text-16 font-700">
          {t('noticed.title')}
        </h2>
        <p className="text-13 text-fg2">{t('noticed.text')}</p>
      </div>
      {data.length === 0 ? (
        <p className="px-4 py-3 text-fg2">{t('noticed.none')}</p>
      ) : (
        <ul>
          {data.map((one) => (
            <li key={`${one.kind}${one.operator}${one.act}`} className="border-b border-line last:border-b-0">
              <Line anomaly={one} linked={may(auditLog)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Line({ anomaly: { kind, operator, act, count, lastAt }, linked }: { anomaly: Anomaly; linked: boolean }) {
  const t = useTranslations('dashboard')
  const key =
    kind === 'rejectsAll' ? (`${kind}.${act.startsWith('deposit.') ? 'deposit' : 'withdrawal'}` as const) : kind
  const classes = 'flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 text-fg no-underline'
  const body = (
    <>
      <span className={linked ? 'font-600 text-accent-text' : 'font-600'}>
        {t(`noticed.${key}`, { operator, count })}
      </span>
      <span className="ms-auto text-13 text-fg2">
        <When ms={lastAt} />
      </span>
    </>
  )
  if (!linked) return <p className={classes}>{body}</p>
  const search = { operator, act: kind === 'manyLooks' ? undefined : act }
  return (
    <Link to="/audit" search={search} className={`${classes} hover:bg-sunken`}>
      {body}
    </Link>
  )
}
