import type { ReactNode } from 'react'
import { Figure, formatAmount } from './format.tsx'

type RowProps = { name: ReactNode; strong?: boolean; children: ReactNode }

/** A line of a list of figures: its name, and the figure at the line's end; below it where there is no room. */
export const Row = ({ name, strong = false, children }: RowProps) => (
  <div className="flex flex-wrap items-center justify-between gap-x-3">
    <dt className="text-fg2">{name}</dt>
    <dd className={strong ? 'ms-auto text-end text-16 font-700' : 'ms-auto text-end font-600'}>{children}</dd>
  </div>
)

/** A per cent of the wire as a table shows it: `0.011%`, at least two decimals. */
export const Percent = ({ text, className = '' }: { text: string; className?: string }) => (
  <Figure className={className}>{`${formatAmount(text, 4)}%`}</Figure>
)
