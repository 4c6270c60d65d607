import type { ReactNode } from 'react'
import { When } from '../lib/when.tsx'

type StepsProps<S extends string> = {
  readonly steps: readonly { readonly status: S; readonly at: number }[]
  readonly word: (status: S) => ReactNode
}

/** How a case went: each status that it came to, and when, epoch milliseconds. */
export function Steps<S extends string>({ steps, word }: StepsProps<S>) {
  return (
    <ol className="flex flex-col gap-1.5 text-13">
      {steps.map(({ status, at }) => (
        <li key={`${status}${at}`} className="flex justify-between gap-3">
          <span>{word(status)}</span>
          <span className="text-fg2">
            <When ms={at} seconds />
          </span>
        </li>
      ))}
    </ol>
  )
}
