import { Button } from '@evenhand/ui/button.tsx'
import { Dialog } from '@evenhand/ui/dialog.tsx'
import { FieldError } from '@evenhand/ui/field.tsx'
import { TextArea } from '@evenhand/ui/text-area.tsx'
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useProblemText } from '../../lib/problem-text.ts'

type NoteDialogProps = { submit: (text: string) => Promise<unknown>; onClose: () => void }

/** A note for other operators. */
export function NoteDialog({ submit, onClose }: NoteDialogProps) {
  const t = useTranslations('customers')
  const common = useTranslations('common')
  const problem = useProblemText()
  const [text, setText] = useState('')
  const add = useMutation({ meta: { handled: true }, mutationFn: () => submit(text.trim()), onSuccess: onClose })
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') add.mutate()
  }
  return (
    <Dialog open onClose={onClose} title={t('note.add')} closeLabel={common('close')}>
      <form onSubmit={send} className="flex flex-col gap-4">
        <TextArea
          label={t('note.label')}
          rows={4}
          maxLength={2000}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <div role="alert">{add.error && <FieldError>{problem(add.error)}</FieldError>}</div>
        <Button type="submit" busy={add.isPending} disabled={text.trim() === ''}>
          {t('note.add')}
        </Button>
      </form>
    </Dialog>
  )
}
