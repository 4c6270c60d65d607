import type { creditScoreRules } from '@evenhand/protocol/credit-score.ts'
import { Card, Skeleton } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { ComplainLink } from '../../lib/complain-link.tsx'
import { Dot } from '../../lib/dot.tsx'
import { Figure, formatDecimal } from '../../lib/format.tsx'
import { useWhen } from '../../lib/use-when.ts'
import { useCreditScore } from './loans-query.ts'

const signed = (points: number): string => formatDecimal(String(points), { sign: true })

/** The credit score, the rules that are the same for everybody, and each event that moved it. */
export function ScoreCard() {
  const t = useTranslations('loans')
  const when = useWhen()
  const { data } = useCreditScore()
  if (!data) return <Skeleton className="h-80 rounded-card" />
  return (
    <Card className="flex min-w-0 flex-col gap-4 p-5">
      <div>
        <h2 className="text-16 font-700">{t('score.title')}</h2>
        <p className="text-28 leading-tight font-700">
          <Figure>{data.score ?? '—'}</Figure>
        </p>
        <p className="text-13 text-fg2">
          {data.score === null
            ? t('score.none', { start: data.start })
            : t('score.range', { min: data.min, max: data.max })}
        </p>
      </div>
      <div>
        <h3 className="font-600">{t('score.history')}</h3>
        {data.events.length === 0 ? (
          <p className="text-13 text-fg2">{t('score.noEvents')}</p>
        ) : (
          <ul className="mt-1 flex flex-col gap-2 text-13">
            {data.events.map((event) => (
              <li key={`${event.kind} ${event.at}`} className="flex items-start justify-between gap-3">
                <span className="min-w-0">
                  {t(`score.kind.${event.kind}`)}
                  <span className="block text-12 text-fg3">
                    <bdi>{when(event.at)}</bdi>
                    {event.loanNo !== null && (
                      <>
                        <Dot />
                        <bdi>{event.loanNo}</bdi>
                      </>
                    )}
                  </span>
                </span>
                <Figure className="font-600 whitespace-nowrap">
                  {signed(event.points)} → {event.score}
                </Figure>
              </li>
            ))}
          </ul>
        )}
      </div>
      {/* Only what moved it can be appealed against. */}
      {data.events.some(({ points }) => points !== 0) && <ComplainLink about="other" appeal />}
      <Rules rules={data.rules} />
    </Card>
  )
}

/** What moves the score, and by how much: the same for everybody. */
function Rules({ rules }: { rules: typeof creditScoreRules }) {
  const t = useTranslations('loans')
  return (
    <div>
      <h3 className="font-600">{t('score.rules')}</h3>
      <dl className="mt-1 flex flex-col gap-1 text-13">
        {rules.map((rule) => (
          <div key={`${rule.kind} ${rule.minDays}`} className="flex items-start justify-between gap-3">
            <dt className="min-w-0 text-fg2">
              {t(`score.kind.${rule.kind}`)}
              {rule.minDays !== null && (
                <>
                  <Dot />
                  {t('score.minDays', { days: rule.minDays })}
                </>
              )}
            </dt>
            <dd className="font-600">
              <Figure>{signed(rule.points)}</Figure>
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-13 text-fg2">{t('score.use')}</p>
    </div>
  )
}
