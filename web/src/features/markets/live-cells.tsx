import type { MarketItem } from '@evenhand/protocol/markets.ts'
import { cx } from '@evenhand/ui/cx.ts'
import { Icon } from '@evenhand/ui/icon.tsx'
import { memo, useRef } from 'react'
import { quoteOf, useQuotePart, type Quote } from '../../feed/quote-store.ts'
import { useStale } from '../../feed/staleness.ts'
import { useQuoteWriter, writeText } from '../../feed/use-quote-writer.ts'
import { Figure, formatChange, formatDecimal, signOf } from '../../lib/format.tsx'

type CellProps = { item: MarketItem; className?: string }

const moveColours = { '-1': 'text-down', '0': 'text-fg', '1': 'text-up' } as const

/** The live price; grey when it is too old, tinted for a moment when it moved. A tick writes its text and colour alone. */
export const PriceCell = memo(function PriceCell({ item, className }: CellProps) {
  const cell = useRef<HTMLSpanElement>(null)
  const figure = useRef<HTMLElement>(null)
  const stale = useStale(item.code, item.session.open)
  const classOf = (quote: Quote | undefined) =>
    cx('font-600', stale ? 'text-fg3' : moveColours[quote?.move ?? 0], className)
  const textOf = (quote: Quote | undefined) => formatDecimal(quote?.price ?? item.price, { decimals: item.precision })
  useQuoteWriter(item.code, (quote) => {
    const classes = classOf(quote)
    if (cell.current && cell.current.className !== classes) cell.current.className = classes
    writeText(figure.current, textOf(quote))
  })
  const quote = quoteOf(item.code)
  return (
    <span ref={cell} className={classOf(quote)}>
      <Figure ref={figure}>{textOf(quote)}</Figure>
    </span>
  )
})

/** The 24 h change: sign, arrow and colour; a dash while there is no price of a day ago to measure from. */
export const ChangeCell = memo(function ChangeCell({
  item,
  boxed = false,
  className,
}: CellProps & { boxed?: boolean }) {
  const figure = useRef<HTMLElement>(null)
  const sign = useQuotePart(item.code, (quote) => signOf(quote?.zdf ?? item.zdf))
  const unknown = item.newcomer === true && sign === 0
  const textOf = (quote: Quote | undefined) => (unknown ? '—' : formatChange(quote?.zdf ?? item.zdf))
  useQuoteWriter(item.code, (quote) => writeText(figure.current, textOf(quote)))
  const colour = sign === 1 ? 'text-up' : sign === -1 ? 'text-down' : 'text-fg2'
  const box = sign === 1 ? 'bg-up-weak' : sign === -1 ? 'bg-down-weak' : 'bg-sunken'
  return (
    <span
      className={cx(
        'inline-flex items-center gap-0.5 text-13 font-600',
        colour,
        boxed && `rounded-chip px-1.5 py-0.5 ${box}`,
        className,
      )}
    >
      {sign !== 0 && <Icon name={sign === 1 ? 'rise' : 'fall'} size={12} />}
      <Figure ref={figure}>{textOf(quoteOf(item.code))}</Figure>
    </span>
  )
})
