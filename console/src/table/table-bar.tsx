import { IconButton } from '@evenhand/ui/button.tsx'
import { saveFile } from '@evenhand/ui/save-file.ts'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { timeText } from '../lib/when.tsx'
import { ColumnMenu } from './column-menu.tsx'
import type { Column, Preset } from './columns.ts'
import { csvOf } from './csv.ts'
import type { Rows } from './rows.ts'

type BarProps<Row> = {
  rows: readonly Row[]
  fetched: Rows<Row>
  columns: readonly Column<Row>[]
  presets: readonly Preset[]
  search: { cols?: string | undefined }
  onSearch: (change: { cols?: string | undefined }) => void
  filters?: ReactNode
  file?: string
}

/** The line above a table: its filters, its columns, its file, and how fresh it is. */
export function TableBar<Row>({ rows, fetched, columns, presets, search, onSearch, filters, file }: BarProps<Row>) {
  const t = useTranslations('common')
  const save = (name: string) => saveFile(`${name}.csv`, csvOf(rows, columns), 'text/csv')
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2">
      {filters}
      <span className="ms-auto flex items-center gap-1">
        <AsOf at={fetched.dataUpdatedAt} stale={fetched.isStale === true} />
        <IconButton
          icon="retry"
          size={18}
          label={t('table.refresh')}
          aria-busy={fetched.isFetching || undefined}
          onClick={() => fetched.refetch()}
        />
        {presets.length > 0 && (
          <ColumnMenu
            columns={columns}
            presets={presets}
            chosen={search.cols}
            onChoose={(cols) => onSearch({ cols })}
          />
        )}
        {file !== undefined && (
          <IconButton
            icon="download"
            size={18}
            label={t('table.csv')}
            disabled={rows.length === 0}
            onClick={() => save(file)}
          />
        )}
      </span>
    </div>
  )
}

/** When the rows were read; in words that stand out where they could not be read since. */
function AsOf({ at, stale }: { at: number; stale: boolean }) {
  const t = useTranslations('common')
  const time = timeText(at, true)
  return (
    <>
      {at > 0 && !stale && <span className="me-1 text-12 text-fg3 mobile:hidden">{t('table.asOf', { time })}</span>}
      <span role="status" className="me-1 text-12 font-600 text-warn empty:hidden">
        {stale && t('table.stale', { time })}
      </span>
    </>
  )
}
