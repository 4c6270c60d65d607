import type { MarketItem } from '@evenhand/protocol/markets.ts'
import { cx } from '@evenhand/ui/cx.ts'
import { Icon } from '@evenhand/ui/icon.tsx'
import { memo } from 'react'
import { useQuote, useQuotePart, type Quote } from '../../feed/quote-store.ts'
import { useStale } from '../../feed/staleness.ts'
import { Figure, formatChange, formatDecimal, signOf } from '../../lib/format.tsx'

type CellProps = { item: MarketItem; className?: string }

/** The live price; grey when it is too old, tinted for a moment when it moved. Only this cell renders on a tick. */
export const PriceCell = memo(function PriceCell({ item, className }: CellProps) {
  const quote = useQuote(item.code)
  const stale = useStale(item.code, item.session.open)
  const move = quote?.move ?? 0
  return (
    <span
      className={cx(
        'font-600',
        stale ? 'text-fg3' : move === 1 ? 'text-up' : move === -1 ? 'text-down' : 'text-fg',
        className,
      )}
    >
      <Figure>{formatDecimal(quote?.price ?? item.price, { decimals: item.precision })}</Figure>
    </span>
  )
})

const changeOf = (quote: Quote | undefined): string | undefined => quote?.zdf

/** The 24 h change: sign, arrow and colour; a dash while there is no price of a day ago to measure from. */
export const ChangeCell = memo(function ChangeCell({
  item,
  boxed = false,
  className,
}: CellProps & { boxed?: boolean }) {
  const change = useQuotePart(item.code, changeOf) ?? item.zdf
  const sign = signOf(change)
  const unknown = item.newcomer === true && sign === 0
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
      <Figure>{unknown ? '—' : formatChange(change)}</Figure>
    </span>
  )
})
