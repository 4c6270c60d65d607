import type { ReactNode } from 'react'

/** One of the steps of a page, with its number. */
export const StepHeading = ({ number, children }: { number: number; children: ReactNode }) => (
  <h3 className="flex items-center gap-2.5 text-15 font-700">
    <span className="inline-flex size-6 shrink-0 items-center justify-center rounded-full bg-accent-weak text-13 text-accent-text">
      {number}
    </span>
    {children}
  </h3>
)
