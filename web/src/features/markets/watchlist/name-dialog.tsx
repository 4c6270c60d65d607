import { maxWatchlistName } from '@evenhand/protocol/watchlist-limits.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Dialog } from '@evenhand/ui/dialog.tsx'
import { TextField } from '@evenhand/ui/field.tsx'
import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { reportProblem } from '../../../lib/report-problem.ts'
import { toFirstError } from '../../../lib/use-first-error.ts'

type NameDialogProps = {
  title: string
  name: string
  /** Keeps the name; the dialog closes when it is done, and stays when it failed. */
  onName: (name: string) => void | Promise<void>
  onClose: () => void
}

/** Requests a list's name. */
export function NameDialog({ title, name, onName, onClose }: NameDialogProps) {
  const t = useTranslations('market')
  const common = useTranslations('common')
  const [text, setText] = useState(name)
  const [busy, setBusy] = useState(false)
  const [missing, setMissing] = useState(false)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const wanted = text.normalize('NFC').trim()
    setMissing(wanted === '')
    if (wanted === '' || busy) return
    setBusy(true)
    try {
      await onName(wanted)
      onClose()
    } catch (problem) {
      reportProblem(problem)
    }
    setBusy(false)
  }
  return (
    <Dialog open variant="sheet" title={title} closeLabel={common('close')} onClose={onClose}>
      <form ref={toFirstError} onSubmit={(event) => void save(event)} className="flex flex-col gap-4">
        <TextField
          label={t('watch.name')}
          value={text}
          maxLength={maxWatchlistName}
          autoComplete="off"
          dir="auto"
          error={missing ? t('watch.nameMissing') : undefined}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" busy={busy}>
          {t('watch.save')}
        </Button>
      </form>
    </Dialog>
  )
}
