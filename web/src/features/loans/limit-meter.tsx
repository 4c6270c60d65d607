import { Card } from '@evenhand/ui/states.tsx'
import { Fragment } from 'react'
import { useTranslations } from 'use-intl'
import { Dot } from '../../lib/dot.tsx'
import { Amount, Figure } from '../../lib/format.tsx'
import { usdtText, usdtUnits } from '../../lib/usdt.ts'
import { isWaiting, type Offer } from './offer.ts'

/** The ends of a credit score. */
const [lowest, highest] = [300, 850]

/** How much may be borrowed, and the score that decides it. */
export function LimitMeter({ offer: { products, caller } }: { offer: Offer }) {
  const t = useTranslations('loans')
  const maxOf = (key: 'max' | 'callerMax') =>
    products.reduce((max, product) => {
      const units = usdtUnits(product[key] ?? '0')
      return units > max ? units : max
    }, 0n)
  const [table, own] = [maxOf('max'), maxOf('callerMax')]
  const whole = own > table ? own : table
  const percent = whole === 0n ? 0 : Number((100n * own) / whole)
  const scores = [...new Set(products.map(({ minScore }) => minScore))]
  return (
    <Card className="flex min-w-0 flex-col gap-4 p-5">
      <h2 className="text-18 font-700">{t('limit.title')}</h2>
      <div>
        <p className="text-28 leading-tight font-700">
          <Amount text={usdtText(caller ? own : table)} />
        </p>
        <p className="text-13 text-fg2">
          {t(!caller ? 'limit.table' : isWaiting(caller) ? 'limit.next' : 'limit.own')}
        </p>
        {caller && (
          <div aria-hidden className="mt-2 h-2 overflow-hidden rounded-full bg-sunken">
            <div className="h-full rounded-full bg-accent" style={{ width: `${percent}%` }} />
          </div>
        )}
      </div>
      <div>
        <p className="flex flex-wrap items-baseline justify-between gap-2">
          <span className="text-fg2">{t('score.title')}</span>
          <Figure className="font-700">{caller?.score ?? '—'}</Figure>
        </p>
        <div dir="ltr" aria-hidden className="relative mt-2 h-2 rounded-full bg-sunken">
          {caller?.score != null && (
            <div className="h-full rounded-full bg-accent" style={{ width: `${percentOf(caller.score)}%` }} />
          )}
          {scores.map((score) => (
            <span
              key={score}
              className="absolute -top-1 h-4 w-px bg-control"
              style={{ left: `${percentOf(score)}%` }}
            />
          ))}
        </div>
        <div dir="ltr" aria-hidden className="mt-1 flex justify-between text-11 text-fg3">
          <span>{lowest}</span>
          <span>
            {scores.map((score, at) => (
              <Fragment key={score}>
                {at > 0 && <Dot />}
                {score}
              </Fragment>
            ))}
          </span>
          <span>{highest}</span>
        </div>
      </div>
      <ul className="flex list-disc flex-col gap-1 ps-5 text-13 text-fg2">
        <li>{t('limit.noFee')}</li>
        <li>{t('limit.early')}</li>
        <li>{t('limit.cancel')}</li>
        <li>{t('limit.collateral')}</li>
        <li>{t('limit.use')}</li>
        <li>{t('limit.withdraw')}</li>
      </ul>
    </Card>
  )
}

const percentOf = (score: number): number => Math.round((100 * (score - lowest)) / (highest - lowest))
