import { maxWatchlistName } from '@evenhand/protocol/watchlist-limits.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Dialog } from '@evenhand/ui/dialog.tsx'
import { FieldError, TextField } from '@evenhand/ui/field.tsx'
import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useProblemText } from '../../../lib/problem-text.ts'
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
  const t = useTranslations('watchlist')
  const common = useTranslations('common')
  const [text, setText] = useState(name)
  const problemText = useProblemText()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const [missing, setMissing] = useState(false)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const wanted = text.normalize('NFC').trim()
    setMissing(wanted === '')
    if (wanted === '' || busy) return
    setBusy(true)
    setProblem(undefined)
    try {
      await onName(wanted)
      onClose()
    } catch (refused) {
      // Shown beside what was typed, where it stays; a toast goes away.
      setProblem(refused)
    }
    setBusy(false)
  }
  return (
    <Dialog open variant="sheet" title={title} closeLabel={common('close')} onClose={onClose}>
      <form ref={toFirstError} noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-4">
        <TextField
          data-first
          label={t('name')}
          value={text}
          maxLength={maxWatchlistName}
          autoComplete="off"
          dir="auto"
          error={missing ? t('nameMissing') : undefined}
          onChange={(event) => setText(event.target.value)}
        />
        <FieldError>{problem ? problemText(problem) : undefined}</FieldError>
        <Button type="submit" busy={busy}>
          {t('save')}
        </Button>
      </form>
    </Dialog>
  )
}
