import type { ReactNode } from 'react'
import { When } from '../lib/when.tsx'
import { Part } from './facts.tsx'

type OtherCase = {
  readonly id: string
  /** Its number, as the way to it. */
  readonly link: ReactNode
  readonly at: number
  readonly amount: ReactNode
  readonly status: ReactNode
}

/** The customer's other cases of the same kind, each the way to itself; `none` where there is no other. */
export const OtherCases = ({ title, none, cases }: { title: string; none: string; cases: readonly OtherCase[] }) => (
  <Part title={title}>
    {cases.length === 0 && <p className="text-13 text-fg2">{none}</p>}
    <ul className="flex flex-col gap-1.5 text-13">
      {cases.map(({ id, link, at, amount, status }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-x-3">
          <span>
            {link} · <When ms={at} />
          </span>
          <span className="flex items-center gap-2">
            {amount}
            {status}
          </span>
        </li>
      ))}
    </ul>
  </Part>
)

/** How the number of another case looks as a link. */
export const otherCaseClass = 'font-600 text-accent-text underline-offset-2 hover:underline'
