import type { ReactNode } from 'react'

/** A fact and its name, in a list of two columns. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-fg2">{name}</dt>
    <dd className="text-end">{children}</dd>
  </>
)
