import type { ContractOrder } from '@evenhand/protocol/contracts.ts'
import { sentenceDate } from '@evenhand/protocol/sentence-date.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Link } from '@evenhand/ui/router.ts'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Dot } from '../../lib/dot.tsx'
import { Amount, Figure } from '../../lib/format.tsx'
import { languageOf, useLang } from '../../lib/settings.ts'
import type { LivePosition } from './contract-live.ts'
import { ContractChip, LiveProfit, SideMark } from './contract-parts.tsx'
import { PositionActions } from './position-actions.tsx'
import { cents, Price } from './ticket-costs.tsx'

type CardProps = {
  order: ContractOrder
  live: LivePosition | undefined
  onOpen: (id: string) => void
  onReverse: (order: ContractOrder) => void
}

/** An open or pending contract: what it is, what it is worth now, its prices, and what can be done with it. */
export function PositionCard({ order, live, onOpen, onReverse }: CardProps) {
  const t = useTranslations('contracts')
  const tag = languageOf(useLang()).tag
  // What was typed stands as it was typed.
  const prices = [
    ['open', order.openPrice ?? order.price, order.openPrice === null],
    ['stopLoss', order.stopLoss, true],
    ['takeProfit', order.takeProfit, true],
    ['closeOut', order.closeOutPrice, false],
  ] as const
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Link
            to="/cruuency"
            search={{ code: order.code, type: order.type }}
            dir="ltr"
            className="font-600 text-fg no-underline hover:text-accent-text"
          >
            {order.code}
          </Link>
          <SideMark side={order.side} className="text-14" />
          <span className="text-13 text-fg2">
            {t('position.lots', { lots: order.lots })}
            <Dot />
            <Figure>{order.leverage}×</Figure>
          </span>
          {order.status !== 'OPEN' && <ContractChip order={order} />}
        </span>
        {order.status === 'OPEN' && <LiveProfit order={order} live={live} />}
      </div>
      <dl className="flex flex-wrap gap-x-5 gap-y-1 text-13 mobile:grid mobile:grid-cols-3 mobile:gap-x-3">
        {prices.map(([name, text, exact]) => (
          <Fact key={name} name={t(order.status === 'PENDING' && name === 'open' ? 'figure.waits' : `figure.${name}`)}>
            <Price text={text} decimals={order.precision} exact={exact} />
          </Fact>
        ))}
        {order.status === 'OPEN' && (
          <Fact name={t('figure.margin')}>
            <Amount text={cents(order.requiredMargin)} />
          </Fact>
        )}
        {order.expirationTime !== null && (
          <Fact name={t('figure.expires')}>
            <bdi>{sentenceDate(tag, { timeStyle: 'short' }).format(order.expirationTime)}</bdi>
          </Fact>
        )}
      </dl>
      <PositionActions order={order} live={live} onReverse={onReverse}>
        <Button
          variant="quiet"
          size="small"
          className="ms-auto"
          onClick={() => onOpen(order.id)}
          aria-label={`${t('position.details')} ${order.orderNo}`}
        >
          {t('position.details')}
        </Button>
      </PositionActions>
    </div>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex gap-1.5 mobile:flex-col mobile:gap-0">
    <dt className="text-fg2">{name}</dt>
    <dd>{children}</dd>
  </div>
)
