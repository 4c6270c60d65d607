import type { ReactNode } from 'react'

/** Label and value in two columns; a fact without a value is left out. */
export const Facts = ({ items }: { items: readonly (readonly [label: string, value: ReactNode])[] }) => (
  <dl className="grid grid-cols-[minmax(7rem,auto)_1fr] gap-x-4 gap-y-2 text-13">
    {items.map(([label, value]) =>
      value === undefined || value === null || value === false || value === '' ? null : (
        <div key={label} className="contents">
          <dt className="text-fg2">{label}</dt>
          <dd className="min-w-0 break-words text-fg">{value}</dd>
        </div>
      ),
    )}
  </dl>
)

/** A part of a case under its own heading. */
export const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="border-b border-line px-5 py-4">
    <h3 className="mb-2.5 text-13 font-700">{title}</h3>
    {children}
  </section>
)
