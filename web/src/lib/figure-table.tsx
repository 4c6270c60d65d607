import { Children, type ReactNode } from 'react'
import { useLayout } from './settings.ts'

type TableProps = { label?: string; first: string; columns: readonly string[]; children: ReactNode }

/** A table of values: what a row is about, then its values. On a phone that stands above them, so that all columns fit. */
export function FigureTable({ label, first, columns, children }: TableProps) {
  const isNarrow = useLayout() === 'mobile'
  return (
    <table aria-label={label} className="w-full text-13 desktop:whitespace-nowrap">
      <thead className="text-fg3 mobile:text-12">
        <tr>
          {!isNarrow && (
            <th scope="col" className="py-1.5 pe-4 text-start align-bottom font-500">
              {first}
            </th>
          )}
          {columns.map((name) => (
            <th
              key={name}
              scope="col"
              className="py-1.5 ps-4 text-end align-bottom font-500 mobile:ps-2 mobile:first:ps-0 mobile:first:text-start"
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      {children}
    </table>
  )
}

/** A row of it, whose children are its cells. */
export function FigureRow({ name, children }: { name: ReactNode; children: ReactNode }) {
  const isNarrow = useLayout() === 'mobile'
  if (!isNarrow)
    return (
      <tbody className="border-t border-line">
        <tr>
          <th scope="row" className="py-1.5 pe-4 text-start font-400">
            {name}
          </th>
          {children}
        </tr>
      </tbody>
    )
  return (
    <tbody className="border-t border-line">
      <tr>
        <th scope="rowgroup" colSpan={Children.count(children)} className="pt-1.5 text-start font-500">
          {name}
        </th>
      </tr>
      <tr>{children}</tr>
    </tbody>
  )
}

/** One value of a row. */
export const FigureCell = ({ children }: { children: ReactNode }) => (
  <td className="py-1.5 ps-4 text-end mobile:ps-2 mobile:first:ps-0 mobile:first:text-start">{children}</td>
)
