import { Button } from '@evenhand/ui/button.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { download } from '../../lib/download.ts'
import { isRefused } from '../../lib/problem.ts'
import { reportProblem } from '../../lib/report-problem.ts'
import { useAccountMode } from '../../lib/session.ts'
import { saveFile } from '../../lib/save-file.ts'
import { fetchTransactionsCsv, type TransactionFilter } from './transactions-query.ts'

/** Saves what the filter finds as a file for a spreadsheet. */
export function CsvButton({ filter }: { filter: TransactionFilter }) {
  const t = useTranslations('profile')
  const mode = useAccountMode()
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const text = await download(() => fetchTransactionsCsv(filter))
      saveFile(`transactions-${mode}.csv`, text, 'text/csv;charset=utf-8')
    } catch (problem) {
      if (isRefused(problem, 'dataIncomplete')) toast(t('transactions.tooMuch'), 'danger')
      else if (!isRefused(problem, 'sessionEnded')) reportProblem(problem)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="secondary" busy={busy} onClick={() => void save()}>
      <Icon name="download" size={18} />
      {t('transactions.download')}
    </Button>
  )
}
