import { cx } from '@evenhand/ui/cx.ts'
import type { ReactNode } from 'react'

type PlainTableProps = {
  label: string
  heads: readonly string[]
  /** Indexes of columns whose values stand at the end. */
  ends?: readonly number[]
  /** A value that there is not is null: a dash stands for it. */
  rows: readonly (readonly ReactNode[])[]
}

/** A short table inside a page, all of whose rows are shown; heads break before it scrolls sideways. */
export const PlainTable = ({ label, heads, ends = [], rows }: PlainTableProps) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by key
  <div role="region" aria-label={label} tabIndex={0} className="overflow-x-auto">
    <table className="w-full text-13">
      <thead>
        <tr className="border-b border-line">
          {heads.map((head, at) => (
            <th
              key={head}
              scope="col"
              className={cx(
                'h-9 bg-sunken px-3 py-1 leading-tight font-600 text-fg2 first:ps-4 last:pe-4',
                ends.includes(at) ? 'text-end' : 'text-start',
              )}
            >
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          <tr key={row} className="border-b border-line last:border-b-0 hover:bg-sunken">
            {cells.map((cell, at) => (
              <td
                key={at}
                className={cx('h-10 px-3 whitespace-nowrap first:ps-4 last:pe-4', ends.includes(at) && 'text-end')}
              >
                {cell ?? '—'}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
