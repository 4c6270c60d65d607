import { sentenceDate } from '@evenhand/protocol/sentence-date.ts'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Dot } from '../../lib/dot.tsx'
import { evenAmounts } from '../../lib/even-amounts.tsx'
import { Amount, Figure, formatAmount, formatDecimal } from '../../lib/format.tsx'
import { languageOf, useLang } from '../../lib/settings.ts'
import { levelWord } from './contract-live.ts'
import type { Preview } from './contract-ticket.form.ts'
import { exactPrice, shownPrice } from './shown-price.ts'

export const Row = ({ name, children }: { name: ReactNode; children: ReactNode }) => (
  <div className="flex items-baseline justify-between gap-3">
    <dt className="text-fg2">{name}</dt>
    <dd className="text-end font-600">{children}</dd>
  </div>
)

/** Decimals of USDT beyond cents are left out: in sums they have no meaning. */
export const cents = (text: string): string => text.replace(/(\.\d\d)\d+$/, '$1')

type PriceProps = {
  text: string | null
  /** Decimals in which the instrument is shown. */
  decimals: number
  /** To the last digit: a price that was typed. */
  exact?: boolean
}

export const Price = ({ text, decimals, exact = false }: PriceProps) => (
  <Figure>{text === null ? '—' : formatDecimal((exact ? exactPrice : shownPrice)(text, decimals))}</Figure>
)

/** A margin level with its word. */
export function Level({ level }: { level: string | null }) {
  const t = useTranslations('contracts')
  if (level === null) return <>—</>
  return (
    <>
      <Figure>{formatDecimal(level, { decimals: 0 })}%</Figure>{' '}
      <span className="font-400">{t(`level.${levelWord(level)}`)}</span>
    </>
  )
}

type FiguresProps = { preview: Preview; decimals: number }

/** What the contract needs and what the account looks like with it: margin, level, the price that closes it out, and when a future ends. */
export function TicketFigures({ preview, decimals }: FiguresProps) {
  const t = useTranslations('contracts')
  const tag = languageOf(useLang()).tag
  const { after, requiredMargin, closeOutPrice, expirationTime } = preview
  return (
    <dl className="flex flex-col gap-0.5 rounded-control bg-sunken px-3.5 py-2.5 text-13">
      <Row name={t('figure.margin')}>
        <Amount text={cents(requiredMargin)} />
      </Row>
      <Row name={t('figure.freeAfter')}>
        <Amount text={cents(after.free)} />
      </Row>
      <Row name={t('figure.levelAfter')}>
        <Level level={after.level} />
      </Row>
      <Row name={t('figure.closeOut')}>
        <Price text={closeOutPrice} decimals={decimals} />
      </Row>
      {expirationTime !== null && (
        <Row name={t('figure.expires')}>
          <bdi>{sentenceDate(tag, { timeStyle: 'short' }).format(expirationTime)}</bdi>
        </Row>
      )}
    </dl>
  )
}

/** The one cost line, and behind it what it is made of. */
export function TicketCosts({ preview, decimals }: FiguresProps) {
  const t = useTranslations('contracts')
  const { cost, breakEvenMove, breakEvenPct } = preview
  const { amount } = evenAmounts(cost.total, cost.financingDay, cost.spread, cost.feeOpen, cost.feeClose)
  return (
    <details className="rounded-control bg-sunken px-3.5 py-1 text-13">
      <summary className="min-h-9 cursor-pointer py-1.5 mobile:min-h-11 mobile:py-2.5">
        <span className="text-fg2">{t('cost.line')}</span> <span className="font-600">{amount(cost.total)}</span>
        <Dot />
        <span className="inline-block">
          <span className="text-fg2">{t('cost.night')}</span>{' '}
          <span className="font-600">{amount(cost.financingDay)}</span>
        </span>
      </summary>
      <dl className="flex flex-col gap-0.5 pb-1.5">
        {(['spread', 'feeOpen', 'feeClose'] as const).map((part) => (
          <Row key={part} name={t(`cost.${part}`)}>
            {amount(cost[part])}
          </Row>
        ))}
        {cost.feeDiscount !== undefined && (
          <Row name={t('cost.discount')}>
            <Figure>−{formatAmount(cost.feeDiscount)}%</Figure>
          </Row>
        )}
        <Row name={t('cost.breakEven')}>
          <Figure>
            {formatDecimal(shownPrice(breakEvenMove, decimals))} ({formatAmount(breakEvenPct)}%)
          </Figure>
        </Row>
      </dl>
    </details>
  )
}
