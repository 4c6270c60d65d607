import { cx } from '@evenhand/ui/cx.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Column } from './columns.ts'
import type { TableProps } from './data-table.tsx'
import type { Rows } from './rows.ts'

const step = 50

/** The same rows where there is no room for a table: one card a row. */
export function CardList<Row>({
  label,
  rows,
  columns,
  idOf,
  openId,
  onOpen,
  total,
  more,
}: Omit<TableProps<Row>, 'sort' | 'onSort' | 'shown'> & Pick<Rows<Row>, 'total' | 'more'>) {
  const t = useTranslations('common')
  const [count, setCount] = useState(step)
  const inAll = Math.max(total ?? 0, rows.length)
  const showMore = () => {
    if (count + step > rows.length) more?.()
    setCount(count + step)
  }
  const at = (position: Column<Row>['card']) => columns.filter(({ card }) => card === position)
  return (
    <>
      <ul aria-label={label} className="flex flex-col gap-2 p-3">
        {rows.slice(0, count).map((row) => {
          const id = idOf(row)
          const body = (
            <>
              <span className="flex items-baseline justify-between gap-3">
                <span className="min-w-0 truncate font-600">{at('title').map((column) => column.cell(row))}</span>
                <span className="shrink-0">{at('aside').map((column) => column.cell(row))}</span>
              </span>
              <span className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-13 text-fg2">
                {at('line').map((column) => (
                  <span key={column.id} className="max-w-full truncate">
                    <span className="text-fg3">{column.title}</span> {column.cell(row)}
                  </span>
                ))}
              </span>
            </>
          )
          const classes = cx(
            'block min-w-0 flex-1 rounded-control bg-surface p-3 text-start ring-1',
            id === openId ? 'ring-accent' : 'ring-line',
          )
          return (
            <li key={id} className="flex gap-1">
              {at('control').map((column) => (
                <Control key={column.id}>{column.cell(row)}</Control>
              ))}
              {onOpen ? (
                <button type="button" data-row={id} onClick={() => onOpen(id)} className={classes}>
                  {body}
                </button>
              ) : (
                <div className={classes}>{body}</div>
              )}
            </li>
          )
        })}
      </ul>
      {inAll > count && (
        <p className="flex flex-col items-center gap-2 px-3 pb-3 text-12 text-fg3">
          {t('table.part', { count: Math.min(count, rows.length), total: inAll })}
          <Button variant="secondary" onClick={showMore}>
            {t('table.more', { count: Math.min(step, inAll - count) })}
          </Button>
        </p>
      )}
    </>
  )
}

/** A label, so that the whole of its room can be pressed. */
const Control = ({ children }: { children: ReactNode }) => (
  <label className="flex min-w-11 shrink-0 items-center justify-center">{children}</label>
)
