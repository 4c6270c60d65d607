import { timeFormat } from '@evenhand/protocol/sentence-date.ts'
import { useCallback, useSyncExternalStore, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { productNow } from '../../feed/quote-store.ts'
import { Dot } from '../../lib/dot.tsx'
import { evenAmounts } from '../../lib/even-amounts.tsx'
import { Amount, Figure, formatAmount, formatDecimal } from '../../lib/format.tsx'
import { everySecond } from '../../lib/second.ts'
import { languageOf, useLang } from '../../lib/settings.ts'
import type { TicketSummary } from './buy-ticket.form.ts'

/** An order enters about this long after it is sent: half a second, and the next whole second's price. */
const untilEntryMs = 1000

const Row = ({ name, children }: { name: ReactNode; children: ReactNode }) => (
  <div className="flex items-baseline justify-between gap-3">
    <dt className="text-fg2">{name}</dt>
    <dd className="text-end font-600">{children}</dd>
  </div>
)

type FiguresProps = { summary: TicketSummary; source: ReactNode }

/** What comes back if the order wins: the ticket's largest figure, with the profit in it and its rate. */
export function Payout({ summary, compact = false }: { summary: TicketSummary; compact?: boolean }) {
  const t = useTranslations('trade')
  const { win, back, loss, payoutPct } = summary
  return (
    <div className={compact ? 'min-w-0 shrink-0' : 'flex flex-wrap items-baseline justify-between gap-x-3'}>
      <p className={compact ? 'max-w-28 text-11 leading-tight text-fg2' : 'text-fg2'}>{t('receive')}</p>
      <p className={compact ? 'text-20 leading-tight font-700' : 'text-24 leading-tight font-700'}>
        {back === undefined ? '—' : compact ? <Figure>{formatAmount(back)}</Figure> : <Amount text={back} />}
      </p>
      <p className="text-11 text-fg2 desktop:text-13">
        {win !== undefined && (
          <Figure className="whitespace-nowrap">
            +{formatAmount(win)}
            <Dot />
            {compact ? <>−{formatAmount(loss ?? '0')}</> : <>{payoutPct}%</>}
          </Figure>
        )}
      </p>
    </div>
  )
}

/** What the order costs and by what rule it ends: loss, what one must hit, what one can expect, when it ends. */
export function TicketFigures({ summary, source }: FiguresProps) {
  const t = useTranslations('instrument')
  const { terms, loss, breakEvenPct, expectedPct, expected } = summary
  const { amount } = evenAmounts(loss, expected)
  return (
    <dl className="flex flex-col gap-0.5 rounded-control bg-sunken px-3.5 py-2.5 text-13">
      <Row name={t('ticket.loss')}>{loss === undefined ? '—' : amount(`-${loss}`)}</Row>
      <Row name={t('ticket.breakEven')}>
        <Figure>{breakEvenPct}%</Figure>
      </Row>
      <Row name={t('ticket.expected')}>
        <Figure>{formatDecimal(expectedPct, { sign: true })}%</Figure>
        {expected !== undefined && <span className="font-400 text-fg3"> ({amount(expected)})</span>}
      </Row>
      <Row name={t('ticket.ends')}>{terms ? <ExpiryClock limitTime={terms.limitTime} /> : '—'}</Row>
      <Row name={t('ticket.source')}>{source}</Row>
    </dl>
  )
}

/** When an order sent now would end, going on by the second. */
function ExpiryClock({ limitTime }: { limitTime: number }) {
  const tag = languageOf(useLang()).tag
  const read = useCallback(() => Math.floor((productNow() + untilEntryMs) / 1000) + limitTime, [limitTime])
  const seconds = useSyncExternalStore(everySecond, read, read)
  const style =
    limitTime >= 86_400 ? ({ dateStyle: 'short', timeStyle: 'medium' } as const) : ({ timeStyle: 'medium' } as const)
  // Its own direction, not that of figures: Arabic writes the half of the day after the time, to its left.
  return <bdi>{timeFormat(tag, style).format(seconds * 1000)}</bdi>
}
