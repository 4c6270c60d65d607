import { Button } from '@evenhand/ui/button.tsx'
import { Dialog, DialogActions } from '@evenhand/ui/dialog.tsx'
import { useFirstError } from '@evenhand/ui/use-first-error.ts'
import { useState, type FormEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { KeyForm } from '../lib/key-form.tsx'
import { useForgetting } from '../lib/use-draft.ts'

type ValuesDialogProps<V> = {
  title: string
  button: string
  /** What is to be signed; undefined while it is not whole. */
  values: V | undefined
  onValues: (values: V) => void
  onClose: () => void
  /** The fields; `tried`: what is missing is marked. */
  children: (tried: boolean) => ReactNode
}

/** The step before a signature: its values are put together, and nothing is signed before they are whole. */
export function ValuesDialog<V>({ title, button, values, onValues, children, ...rest }: ValuesDialogProps<V>) {
  const t = useTranslations('common')
  const [tries, setTries] = useState(0)
  const form = useFirstError(tries)
  const onClose = useForgetting(rest.onClose)
  const next = (event: FormEvent) => {
    event.preventDefault()
    if (values === undefined) setTries(tries + 1)
    else onValues(values)
  }
  return (
    <Dialog open stays onClose={onClose} title={title} closeLabel={t('close')}>
      <KeyForm ref={form} onSend={next}>
        {children(tries > 0)}
        <DialogActions>
          <Button type="submit">{button}</Button>
          <Button variant="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
        </DialogActions>
      </KeyForm>
    </Dialog>
  )
}
