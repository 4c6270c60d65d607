import { formatUnits } from '@evenhand/protocol/money.ts'
import { cx } from '@evenhand/ui/cx.ts'
import { Icon } from '@evenhand/ui/icon.tsx'
import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { useTranslations } from 'use-intl'
import { formatDecimal } from '../../lib/format.tsx'
import type { LevelPosition } from '../../lib/price-levels.ts'
import { plotPrice } from '../../lib/plot.ts'
import type { LivePosition } from './contract-live.ts'
import { profitAt } from './contract-ticket.form.ts'
import { exactPrice } from './shown-price.ts'
import { moveProblem, onGrid, scaleOf, type StopKind } from './stop-bounds.ts'

/** What a press may stray without being a drag. */
const strayPx = 3
const steps: Readonly<Record<string, bigint>> = {
  ArrowUp: 1n,
  ArrowRight: 1n,
  ArrowDown: -1n,
  ArrowLeft: -1n,
  PageUp: 10n,
  PageDown: -10n,
}
const faces = {
  stopLoss: 'border-danger text-danger',
  takeProfit: 'border-accent text-accent-text',
} as const

type HandleProps = {
  live: LivePosition
  kind: StopKind
  /** Where it stands now, units of the price. */
  price: bigint
  position: LevelPosition
  /** It is not set, and stands at the entry to be dragged from there. */
  isUnset: boolean
  isMoved: boolean
  priceAt: (y: number) => number
  onMove: (price: bigint) => void
  onConfirm: (price: bigint) => void
  onBack: () => void
}

/** The label of a stop or target, by which it is moved: dragged, or with the keys of a slider. It shows what it would come to. */
export function StopHandle({ live, kind, price, position: { top, sight }, isUnset, isMoved, ...props }: HandleProps) {
  const t = useTranslations('contracts')
  const { order, instrument } = live
  const drag = useDrag({ live, price, isMoved, ...props })
  const scale = scaleOf(live)
  const text = formatDecimal(exactPrice(formatUnits(price, instrument.precision), order.precision))
  const worth = scale.units > 0n ? formatDecimal(profitAt(scale, price), { decimals: 2, sign: true }) : undefined
  const isWrong = isMoved && moveProblem(live, kind, price) !== undefined
  const value = plotPrice(price, instrument.precision)
  // A phone's chart has no room for every price: a handle shows its own while it is held.
  const brief = isMoved ? '' : 'mobile:group-not-focus:hidden'
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={`${t(`figure.${kind}`)} ${order.code} ${t('position.lots', { lots: order.lots })}`}
      aria-description={t('line.keys')}
      aria-valuemin={0}
      aria-valuemax={value * 2}
      aria-valuenow={value}
      aria-valuetext={isUnset ? t('line.none') : worth === undefined ? text : `${text}, ${worth} USDT`}
      {...drag}
      style={{ top }}
      className={cx(
        'group pointer-events-auto absolute end-1 flex min-h-6 -translate-y-1/2 touch-none items-center gap-1 rounded-chip border bg-surface pe-1.5 text-11 font-600 whitespace-nowrap select-none before:absolute before:-inset-x-1 before:-inset-y-2.5 before:-z-1 focus:z-1 mobile:min-h-7',
        isMoved ? 'z-1 cursor-grabbing shadow-overlay' : 'cursor-grab',
        isWrong ? 'border-dashed border-warn-line text-warn' : faces[kind],
        isUnset && 'border-dashed opacity-80',
      )}
    >
      <Icon name={isWrong ? 'warning' : isUnset ? 'plus' : 'grip'} size={14} />
      {sight !== 'seen' && !isMoved && !isUnset && <Icon name={sight === 'above' ? 'rise' : 'fall'} size={12} />}
      <bdi>{t(`figure.${kind}`)}</bdi>
      {!isUnset && (
        <bdi dir="ltr" className={brief}>
          {text}
        </bdi>
      )}
      {!isUnset && worth !== undefined && (
        <bdi dir="ltr" className={cx('text-fg2', brief)}>
          {worth}
        </bdi>
      )}
    </div>
  )
}

type DragParams = Pick<HandleProps, 'live' | 'price' | 'isMoved' | 'priceAt' | 'onMove' | 'onConfirm' | 'onBack'>

/** What moves a handle: a pointer that holds it, or keys; a move is taken back by Escape, and when the focus goes away. */
function useDrag({ live: { instrument }, price, isMoved, priceAt, onMove, onConfirm, onBack }: DragParams) {
  const held = useRef<{ y: number; offset: number; strayed: boolean }>(undefined)
  const priceUnder = ({ currentTarget, clientY }: PointerEvent<HTMLElement>): bigint => {
    const pane = currentTarget.parentElement?.getBoundingClientRect()
    const y = clientY - (held.current?.offset ?? 0) - (pane?.top ?? 0)
    return onGrid(priceAt(Math.max(0, Math.min(pane?.height ?? 0, y))), instrument)
  }
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return
      const { top, height } = event.currentTarget.getBoundingClientRect()
      event.currentTarget.setPointerCapture(event.pointerId)
      held.current = {
        y: event.clientY,
        offset: event.clientY - (top + height / 2),
        strayed: false,
      }
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (!held.current) return
      held.current.strayed ||= Math.abs(event.clientY - held.current.y) >= strayPx
      if (held.current.strayed) onMove(priceUnder(event))
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const strayed = held.current?.strayed === true
      const under = priceUnder(event)
      held.current = undefined
      if (strayed) onConfirm(under)
    },
    onPointerCancel() {
      held.current = undefined
      onBack()
    },
    onKeyDown(event: KeyboardEvent) {
      // The chart under it listens to the same keys.
      event.stopPropagation()
      const step = steps[event.key]
      if (step !== undefined) {
        event.preventDefault()
        const next = price + step * (instrument.tickUnits > 0n ? instrument.tickUnits : 1n)
        if (next > 0n) onMove(next)
      } else if (event.key === 'Enter' && isMoved) {
        // The dialog has the focus before the key is over, which would press its button.
        event.preventDefault()
        onConfirm(price)
      } else if (event.key === 'Escape') {
        held.current = undefined
        onBack()
      }
    },
    onBlur: onBack,
  }
}
