import { exportCsv, mayExport, type ExportedTable } from '@evenhand/protocol/operator-exports.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { saveFile } from '@evenhand/ui/save-file.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { DecisionDialog } from '../case/decision-dialog.tsx'
import { callForFile } from '../lib/call.ts'
import { useOperator } from '../lib/session.ts'

/** A file of everything, made by the server, for roles that may take it: it is recorded who took it, and why. */
export function ExportButton({ what }: { what: ExportedTable }) {
  const t = useTranslations('common')
  const me = useOperator()
  const [open, setOpen] = useState(false)
  if (!me || !mayExport(me.operator.roles, what)) return null
  const take = async (reason: string) => {
    const file = await callForFile(exportCsv, { what, reason })
    saveFile(`${what}.csv`, await file.text(), 'text/csv')
  }
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        {t('export.open')}
      </Button>
      {open && (
        <DecisionDialog
          title={t('export.title')}
          effect={t('export.text')}
          button={t('export.button')}
          danger={false}
          about="look"
          submit={take}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
