import { timeFormat } from '@evenhand/protocol/sentence-date.ts'
import { formatUnits, parseUnits, type AccountMode } from '@evenhand/protocol/money.ts'
import type { OptionOrder } from '@evenhand/protocol/options.ts'
import { isSettled } from '@evenhand/protocol/states.ts'
import { Button, Spinner } from '@evenhand/ui/button.tsx'
import { cx } from '@evenhand/ui/cx.ts'
import { Dialog } from '@evenhand/ui/dialog.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { ErrorState } from '@evenhand/ui/states.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ComplainLink } from '../../lib/complain-link.tsx'
import { Dot } from '../../lib/dot.tsx'
import { evenAmounts } from '../../lib/even-amounts.tsx'
import { Figure } from '../../lib/format.tsx'
import { Gain } from '../../lib/gain.tsx'
import { ModeChip } from '../../layout/mode-chip.tsx'
import { ModeSwitch } from '../../layout/mode-switch.tsx'
import { isRefused } from '../../lib/problem.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { useAccountMode } from '../../lib/session.ts'
import { languageOf, useLang } from '../../lib/settings.ts'
import { OrderChart } from './order-chart.tsx'
import { DirectionMark, Price, StatusChip, useLimitTimeText } from './order-parts.tsx'
import { verdictOf } from './order-words.ts'
import { useOrder } from './orders-query.ts'
import { ReceiptPanel } from './receipt-panel.tsx'
import { RunningOrder } from './running-order.tsx'
import { TickTable, type Tick } from './tick-table.tsx'
import { isRight, useReceiptCheck } from './use-receipt-check.ts'

type SheetProps = {
  id: string | undefined
  /** The order's account, where that is not the one in use. */
  accountMode?: AccountMode | undefined
  onClose: () => void
}

/** How an order stands or ended: its result, the sentence why, its line from entry to end, the check, and the facts. */
export function OrderSheet({ id, accountMode, onClose }: SheetProps) {
  const t = useTranslations('orders')
  const common = useTranslations('common')
  const problemText = useProblemText()
  const mode = useAccountMode()
  const { data, error, refetch } = useOrder(id, accountMode)
  return (
    <Dialog
      variant="sheet"
      open={id !== undefined}
      onClose={onClose}
      title={
        <span className="flex flex-wrap items-center gap-2">
          {t('sheet.title')}
          {data && (
            <>
              <Figure className="text-14 font-400 text-fg3">{data.order.orderNo}</Figure>
              <ModeChip mode={data.order.mode} />
            </>
          )}
        </span>
      }
      closeLabel={common('close')}
      className={cx(
        'desktop:w-[min(36rem,calc(100vw-2rem))]!',
        data && 'border-t-3',
        data && (data.order.mode === 'real' ? 'border-t-accent' : 'border-t-control'),
      )}
    >
      {data && <SheetBody {...data} />}
      {!data && !error && (
        <div className="flex justify-center py-16">
          <Spinner />
          <span className="sr-only">{common('state.loading')}</span>
        </div>
      )}
      {!data && error && (
        <ErrorState
          title={common('state.loadFailed')}
          text={problemText(error)}
          action={
            isRefused(error, 'modeMismatch') ? (
              <ModeSwitch to={mode === 'virtual' ? 'real' : 'virtual'} />
            ) : (
              <Button onClick={() => void refetch()}>{common('retry')}</Button>
            )
          }
        />
      )}
    </Dialog>
  )
}

type BodyProps = { order: OptionOrder; ticks: readonly Tick[]; receipt: unknown }

function SheetBody({ order, ticks, receipt }: BodyProps) {
  const t = useTranslations('running')
  const settled = isSettled(order.status)
  const saleTicks = saleTicksIn(receipt)
  const deciding = [order.entryTick, order.exitTick].flatMap((tick) => tick ?? [])
  return (
    <div className="flex flex-col gap-4">
      {settled ? <Result order={order} /> : <RunningOrder order={order} />}
      <Sentence order={order} />
      <OrderChart order={order} ticks={[...ticks, ...saleTicks, ...deciding]} />
      {settled && <CheckLine order={order} />}
      <Facts order={order} />
      <details className="border-t border-line pt-2">
        <summary className="min-h-9 cursor-pointer py-1.5 font-600 text-accent-text mobile:min-h-11 mobile:py-2.5">
          {t('sheet.technical')}
        </summary>
        <div className="mt-2 flex flex-col gap-5">
          <Arithmetic lines={arithmeticIn(receipt)} />
          <TickTable order={order} ticks={[...ticks, ...saleTicks]} />
          <ReceiptPanel order={order} />
        </div>
      </details>
      {settled && <ComplainLink about="order" id={order.id} no={order.orderNo} />}
    </div>
  )
}

type Settled = { settlement?: { arithmetic?: unknown; sale?: { ticks?: unknown } | null } }

/** The ticks that an early sale was priced by. */
function saleTicksIn(receipt: unknown): readonly Tick[] {
  const ticks = (receipt as Settled).settlement?.sale?.ticks
  return Array.isArray(ticks) ? (ticks as Tick[]) : []
}

/** The steps from the ticks to the money as the receipt carries them; none before the result. */
function arithmeticIn(receipt: unknown): readonly string[] {
  const lines = (receipt as Settled).settlement?.arithmetic
  return Array.isArray(lines) ? lines.filter((line) => typeof line === 'string') : []
}

/** What the order came to, before anything else. */
function Result({ order }: { order: OptionOrder }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <Gain text={order.profit} className="text-28" />
      <span className="flex items-center gap-3">
        <DirectionMark direction={order.direction} />
        <StatusChip status={order.status} />
      </span>
    </div>
  )
}

function Sentence({ order }: { order: OptionOrder }) {
  const t = useTranslations('orders')
  const { tag } = languageOf(useLang())
  const { key, values } = verdictOf(order, tag)
  return <p role="status">{t(key, values)}</p>
}

/** Whether the result was recomputed here, which begins by itself. */
function CheckLine({ order }: { order: OptionOrder }) {
  const t = useTranslations('running')
  const { data, isError } = useReceiptCheck(order)
  const state = data ? (isRight(data) ? 'checked' : 'differs') : isError ? 'notChecked' : 'checking'
  const icon = { checked: 'check', differs: 'warning', notChecked: 'info', checking: 'clock' } as const
  return (
    <p
      role="status"
      className={cx(
        'flex items-center gap-2 font-600',
        state === 'checked' ? 'text-good' : state === 'differs' ? 'text-danger' : 'text-fg2',
      )}
    >
      <Icon name={icon[state]} size={18} />
      {t(`sheet.${state}`)}
    </p>
  )
}

function Arithmetic({ lines }: { lines: readonly string[] }) {
  const t = useTranslations('orders')
  if (lines.length === 0) return null
  return (
    <section>
      <h3 className="mb-1.5 font-600">{t('sheet.arithmetic')}</h3>
      <div
        dir="ltr"
        tabIndex={0}
        role="region"
        aria-label={t('sheet.arithmetic')}
        className="overflow-x-auto rounded-control bg-sunken px-3.5 py-2.5"
      >
        {lines.map((line) => (
          <code key={line} className="block text-12 leading-relaxed desktop:whitespace-nowrap">
            {line}
          </code>
        ))}
      </div>
    </section>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex items-baseline justify-between gap-4">
    <dt className="text-fg2">{name}</dt>
    <dd className="text-end">{children}</dd>
  </div>
)

type DecidedProps = { order: OptionOrder; at: 'openPrice' | 'closePrice'; time: string | undefined }

/** A deciding price with its second; one dash where there was none. */
const Decided = ({ order, at, time }: DecidedProps) => (
  <>
    <Price order={order} at={at} />
    {time !== undefined && (
      <>
        <Dot />
        {time}
      </>
    )}
  </>
)

/** A rate as the wire has it in per cent, with two decimals. */
const percentOf = (rate: string): string => formatUnits((parseUnits(rate, 6) ?? 0n) * 100n, 6, 2)

function Facts({ order }: { order: OptionOrder }) {
  const t = useTranslations('orders')
  const running = useTranslations('running')
  const common = useTranslations('common')
  const limitTimeText = useLimitTimeText()
  const settled = isSettled(order.status)
  const { amount } = evenAmounts(order.stake, order.fee, order.expectedReturn)
  const tag = languageOf(useLang()).tag
  const time = (ms: number | null) =>
    ms === null ? '—' : timeFormat(tag, { dateStyle: 'medium', timeStyle: 'medium' }).format(ms)
  const kinds: Readonly<Record<string, true>> = {
    live: true,
    thin: true,
    single: true,
    delayed: true,
    replay: true,
    simulated: true,
  }
  return (
    <dl className="flex flex-col gap-1 text-13">
      <Fact name={t('column.instrument')}>
        <bdi dir="ltr">{order.code}</bdi>
      </Fact>
      <Fact name={t('column.account')}>{common(`account.${order.mode}`)}</Fact>
      <Fact name={t('column.stake')}>{amount(order.stake)}</Fact>
      <Fact name={t('column.payoutRate')}>
        <Figure>{percentOf(order.payoutRate)}%</Figure>
      </Fact>
      <Fact name={running('sheet.fee')}>{amount(order.fee)}</Fact>
      <Fact name={running('sheet.expected')}>{amount(order.expectedReturn)}</Fact>
      <Fact name={t('column.limitTime')}>{limitTimeText(order.limitTime)}</Fact>
      <Fact name={t('column.acceptedAt')}>{time(order.acceptedAt)}</Fact>
      <Fact name={t('column.entry')}>
        <Decided order={order} at="openPrice" time={order.openTime === null ? undefined : time(order.openTime)} />
      </Fact>
      <Fact name={running('sheet.expires')}>{time(order.expirationTime)}</Fact>
      {settled && (
        <Fact name={t('column.exit')}>
          <Decided order={order} at="closePrice" time={order.closeTime === null ? undefined : time(order.closeTime)} />
        </Fact>
      )}
      <Fact name={t('column.feed')}>
        {order.feedKind in kinds ? common(`feedKind.${order.feedKind as 'live'}`) : order.feedKind}
      </Fact>
    </dl>
  )
}
