import type { PlanProduct } from '@evenhand/protocol/plans.ts'
import { Button, buttonClass } from '@evenhand/ui/button.tsx'
import { Chip } from '@evenhand/ui/chip.tsx'
import { cx } from '@evenhand/ui/cx.ts'
import { Link, useLocation } from '@evenhand/ui/router.ts'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { usdtUnits } from '../../lib/usdt.ts'
import { Percent, Row } from '../../lib/figure-row.tsx'
import { Amount, Figure, formatAmount } from '../../lib/format.tsx'
import { useAccountMode, useSession } from '../../lib/session.ts'
import { closedBy } from './plan-figures.ts'

type CardProps = {
  product: PlanProduct
  /** Decimals of the yearly rate, those of all plans beside each other. */
  aprDecimals: number
  /** How much of all yields owed is set aside, per cent; null while nothing is owed, undefined until it is known. */
  coverage: string | null | undefined
  /** Whether the calculator shows it. */
  chosen: boolean
  /** Whether the customer holds one already: of each product one at a time. */
  isHeld: boolean
  onChoose: () => void
  onSubscribe: () => void
}

/** One plan with all that is to be compared: term, rates, range, what is left, where the yield comes from, what leaving costs. */
export function PlanCard(props: CardProps) {
  const { product, aprDecimals, coverage, chosen, onChoose } = props
  const t = useTranslations('plans')
  return (
    <section
      aria-labelledby={`plan-${product.id}`}
      className={cx(
        'flex min-w-0 flex-col gap-4 rounded-card bg-surface p-5',
        chosen ? 'ring-2 ring-accent' : 'ring-1 ring-line',
      )}
    >
      <div>
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h3 id={`plan-${product.id}`} className="text-16 font-700">
            {product.name}
          </h3>
          <Chip>{t('days', { days: product.days })}</Chip>
        </div>
        <p className="mt-3 flex flex-wrap items-baseline gap-x-2">
          <Percent text={product.dailyRate} className="text-28 leading-tight font-700" />
          <span className="text-fg2">{t('rate.day')}</span>
        </p>
        <div className="flex flex-wrap items-center justify-between gap-2 text-13 text-fg2">
          <p>
            <Percent text={product.aprDisplay} decimals={aprDecimals} className="font-600" /> {t('rate.year')}
          </p>
          {product.isUnusuallyHigh && (
            <Chip variant="warn" icon="warning">
              {t('rate.high')}
            </Chip>
          )}
        </div>
      </div>
      <Capacity product={product} />
      <dl className="flex flex-col gap-1.5 text-13">
        <Row name={t('card.range')}>
          <Figure>
            {formatAmount(product.min)}–{formatAmount(product.max)} USDT
          </Figure>
        </Row>
        <Row name={t('card.penalty')}>
          <Percent text={product.earlyExit.penaltyRate} />
        </Row>
        <Row name={t('card.coverage')}>{coverage == null ? '—' : <Percent text={coverage} />}</Row>
      </dl>
      <p className="text-13 text-fg2">{t('card.penaltyNote', { hours: product.earlyExit.coolingHours })}</p>
      <div className="rounded-control bg-sunken px-4 py-3 text-13">
        <p className="font-600">{t('card.source')}</p>
        <p className="text-fg2">{product.sourceOfYield}</p>
      </div>
      {product.board && (
        <div className="rounded-control bg-warn-weak px-4 py-3 text-13">
          <p className="font-600">
            {t('card.board')} <bdi>{product.board.names}</bdi>
          </p>
          <p dir="auto" className="w-fit">
            {product.board.reason}
          </p>
        </div>
      )}
      <div className="mt-auto flex flex-col gap-2">
        <PlanAction {...props} />
        <Button variant="weak" aria-pressed={chosen} onClick={onChoose}>
          {t('card.calculate')}
        </Button>
      </div>
    </section>
  )
}

/** What is left, as a bar and in words. */
function Capacity({ product: { capacity, left } }: { product: PlanProduct }) {
  const t = useTranslations('plans')
  const whole = usdtUnits(capacity)
  const permille = whole === 0n ? 0 : Number((1000n * usdtUnits(left)) / whole)
  return (
    <div className="text-13">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-fg2">{t('card.left')}</span>
        <span className="ms-auto font-600">
          <Amount text={left} />
        </span>
      </div>
      <div aria-hidden className="mt-1.5 h-1.5 overflow-hidden rounded-full bg-sunken">
        <div className="h-full rounded-full bg-accent" style={{ width: `${Math.min(100, permille / 10)}%` }} />
      </div>
      <p className="mt-1 text-end text-12 text-fg3">
        {t('card.of')} <Amount text={capacity} />
      </p>
    </div>
  )
}

/** The way into a plan, or why there is none now. */
function PlanAction({ product, isHeld, onSubscribe }: CardProps) {
  const t = useTranslations('plans')
  const mode = useAccountMode()
  const signedIn = useSession() !== undefined
  const back = useLocation().href
  const closed = closedBy(product)
  if (closed) return <Reason>{t(`card.${closed}`)}</Reason>
  if (!signedIn)
    return (
      <Link to="/pass/login" search={{ back }} className={buttonClass('primary', 'large')}>
        {t('card.login')}
      </Link>
    )
  if (mode === 'virtual') return <Reason>{t('card.realOnly')}</Reason>
  if (isHeld) return <Reason>{t('card.held')}</Reason>
  return (
    <Button size="large" onClick={onSubscribe}>
      {t('card.subscribe')}
    </Button>
  )
}

const Reason = ({ children }: { children: ReactNode }) => (
  <p className="flex min-h-12 items-center justify-center rounded-control bg-sunken px-3 text-center text-14 text-fg2">
    {children}
  </p>
)
