import { Button } from '@evenhand/ui/button.tsx'
import { useState, type ComponentType } from 'react'
import { useTranslations } from 'use-intl'
import { AssignPicked } from './assign-picked.tsx'
import type { Assigning } from './assignment.ts'

/** The dialog that decides the picked rows of a queue for one reason. */
export type BulkDialog<Row> = ComponentType<{ rows: readonly Row[]; onClose: () => void }>
type BulkBarProps<Row> = {
  rows: readonly Row[]
  idOf: (row: Row) => string
  assigning: Assigning
  /** Undefined where this operator decides nothing here. */
  Bulk?: BulkDialog<Row> | undefined
  /** What opens it, by how many are picked; without it: that they are rejected. */
  bulkLabel?: ((count: number) => string) | undefined
}

/** What can be done with the picked cases together, and all or none of them picked by one press. */
export function BulkBar<Row>({ rows, idOf, assigning, Bulk, bulkLabel }: BulkBarProps<Row>) {
  const t = useTranslations('common')
  const { picked, pickAll } = assigning
  // What is decided is kept while the dialog shows what came of it, though it leaves the list.
  const [deciding, setDeciding] = useState<readonly Row[]>()
  const chosen = rows.filter((row) => picked.has(idOf(row)))
  const close = () => {
    setDeciding(undefined)
    pickAll([])
  }
  return (
    <>
      {picked.size > 0 && (
        <>
          <AssignPicked assigning={assigning} />
          {Bulk && chosen.length > 0 && (
            <Button variant="secondary" size="small" onClick={() => setDeciding(chosen)}>
              {bulkLabel ? bulkLabel(chosen.length) : t('bulk.open', { count: chosen.length })}
            </Button>
          )}
          {chosen.length < rows.length && (
            <Button variant="quiet" size="small" onClick={() => pickAll(rows.map((row) => idOf(row)))}>
              {t('bulk.pickAll', { count: rows.length })}
            </Button>
          )}
          <Button variant="quiet" size="small" onClick={() => pickAll([])}>
            {t('bulk.pickNone')}
          </Button>
        </>
      )}
      {Bulk && deciding && <Bulk rows={deciding} onClose={close} />}
    </>
  )
}
