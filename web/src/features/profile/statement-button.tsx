import { statement } from '@evenhand/protocol/settings.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { Select } from '@evenhand/ui/select.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { productNow } from '../../feed/quote-store.ts'
import { callForFile } from '../../lib/call.ts'
import { download } from '../../lib/download.ts'
import { isRefused } from '../../lib/problem.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { saveBlob } from '../../lib/save-file.ts'
import { everySecond } from '../../lib/second.ts'
import { useSession } from '../../lib/session.ts'
import { languageOf, useLang } from '../../lib/settings.ts'
import { monthsSince } from './months.ts'

// By the product's clock, which comes with the first price: the browser's own may be in another month.
const startOfMonth = (): number => {
  const now = new Date(productNow())
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)
}

/** A month of the real account as a PDF in the language of the page. */
export function StatementButton() {
  const t = useTranslations('profile')
  const problemText = useProblemText()
  const { tag } = languageOf(useLang())
  const createdAt = useSession()?.user.createdAt
  const months = monthsSince(createdAt, useSyncExternalStore(everySecond, startOfMonth))
  const [chosen, setChosen] = useState<string>()
  const month = chosen ?? months[0] ?? ''
  const [busy, setBusy] = useState(false)
  const names = new Intl.DateTimeFormat(tag, { year: 'numeric', month: 'short', timeZone: 'UTC' })
  const save = async () => {
    setBusy(true)
    try {
      saveBlob(`statement-${month}.pdf`, await download(() => callForFile(statement, { month }, 'application/pdf')))
    } catch (problem) {
      if (!isRefused(problem, 'sessionEnded')) toast(problemText(problem), 'danger')
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="flex items-end gap-2 mobile:grid mobile:w-full mobile:grid-cols-2 mobile:gap-3">
      <Select
        label={t('transactions.month')}
        value={month}
        onChange={(event) => setChosen(event.target.value)}
        options={months.map((value) => ({ value, label: names.format(Date.parse(`${value}-15T00:00:00Z`)) }))}
      />
      <Button variant="secondary" className="mobile:px-2" busy={busy} onClick={() => void save()}>
        <Icon name="download" size={18} />
        {t('transactions.statement')}
      </Button>
    </div>
  )
}
