import { Button } from '@evenhand/ui/button.tsx'
import { Dialog } from '@evenhand/ui/dialog.tsx'
import { FieldError } from '@evenhand/ui/field.tsx'
import { TextArea } from '@evenhand/ui/text-area.tsx'
import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { KeyForm } from '../../lib/key-form.tsx'
import { useProblemText } from '../../lib/problem-text.ts'
import { useDraft } from '../../lib/use-draft.ts'

type NoteDialogProps = { submit: (text: string) => Promise<unknown>; onClose: () => void }

/** A note for other operators. */
export function NoteDialog({ submit, onClose }: NoteDialogProps) {
  const t = useTranslations('customers')
  const common = useTranslations('common')
  const problem = useProblemText()
  const { text, setText, close } = useDraft('note', onClose)
  const add = useMutation({ meta: { handled: true }, mutationFn: () => submit(text.trim()), onSuccess: close })
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') add.mutate()
  }
  return (
    <Dialog open stays onClose={close} title={t('note.add')} closeLabel={common('close')}>
      <KeyForm onSend={send}>
        <TextArea
          label={t('note.label')}
          rows={4}
          maxLength={2000}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        {add.error && <FieldError>{problem(add.error)}</FieldError>}
        <Button type="submit" busy={add.isPending} disabled={text.trim() === ''}>
          {t('note.add')}
        </Button>
      </KeyForm>
    </Dialog>
  )
}
