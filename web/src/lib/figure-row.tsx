import type { ReactNode } from 'react'
import { Figure, formatAmount, formatDecimal } from './format.tsx'

type RowProps = { name: ReactNode; strong?: boolean; children: ReactNode }

/** A line of a list of figures: its name, and the figure at the line's end; below it where there is no room. */
export const Row = ({ name, strong = false, children }: RowProps) => (
  <div className="flex flex-wrap items-center justify-between gap-x-3">
    <dt className="text-fg2">{name}</dt>
    <dd className={strong ? 'ms-auto text-end text-16 font-700' : 'ms-auto text-end font-600'}>{children}</dd>
  </div>
)

type PercentProps = {
  text: string
  /** How many it has, where it stands among others; else as many as it needs, two at least. */
  decimals?: number
  className?: string
}

/** A per cent of the wire as a table shows it: `0.011%`. */
export const Percent = ({ text, decimals, className = '' }: PercentProps) => (
  <Figure className={className}>
    {decimals === undefined ? formatAmount(text, 4) : formatDecimal(text, { decimals })}%
  </Figure>
)
