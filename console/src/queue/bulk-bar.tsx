import { Button } from '@evenhand/ui/button.tsx'
import { useState, type ComponentType } from 'react'
import { useTranslations } from 'use-intl'
import { AssignPicked } from './assign-picked.tsx'
import type { Assigning } from './assignment.ts'

/** The dialog that rejects the picked rows of a queue for one reason. */
export type BulkDialog<Row> = ComponentType<{ rows: readonly Row[]; onClose: () => void }>
type BulkBarProps<Row> = {
  rows: readonly Row[]
  idOf: (row: Row) => string
  assigning: Assigning
  /** Undefined where this operator rejects nothing here. */
  Bulk: BulkDialog<Row> | undefined
}

/** What can be done with the picked cases together, and all or none of them picked by one press. */
export function BulkBar<Row>({ rows, idOf, assigning, Bulk }: BulkBarProps<Row>) {
  const t = useTranslations('common')
  const { picked, pickAll } = assigning
  // What is rejected is kept while the dialog shows what came of it, though it leaves the list.
  const [rejecting, setRejecting] = useState<readonly Row[]>()
  const chosen = rows.filter((row) => picked.has(idOf(row)))
  const close = () => {
    setRejecting(undefined)
    pickAll([])
  }
  return (
    <>
      {picked.size > 0 && (
        <>
          <AssignPicked assigning={assigning} />
          {Bulk && chosen.length > 0 && (
            <Button variant="secondary" size="small" onClick={() => setRejecting(chosen)}>
              {t('bulk.open', { count: chosen.length })}
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
      {Bulk && rejecting && <Bulk rows={rejecting} onClose={close} />}
    </>
  )
}
