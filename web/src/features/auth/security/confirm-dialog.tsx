import { Button, type ButtonVariant } from '@evenhand/ui/button.tsx'
import { Dialog } from '@evenhand/ui/dialog.tsx'
import { FieldError } from '@evenhand/ui/field.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useProofText } from '../../../lib/proving/use-proof-text.ts'

type ConfirmProps = {
  open: boolean
  title: string
  action: string
  variant?: ButtonVariant
  change: { isPending: boolean; problem: unknown }
  onConfirm: () => void
  onClose: () => void
  children: ReactNode
}

/** Shows what a change means before it is made. */
export function ConfirmDialog({ open, title, action, variant = 'danger', change, ...params }: ConfirmProps) {
  const common = useTranslations('common')
  const proofText = useProofText()
  return (
    <Dialog variant="sheet" open={open} onClose={params.onClose} title={title} closeLabel={common('close')}>
      <div className="mb-4 flex flex-col gap-2">{params.children}</div>
      <FieldError>{proofText(change.problem)}</FieldError>
      <div className="mt-4 grid grid-cols-2 gap-3">
        <Button variant="secondary" size="large" onClick={params.onClose}>
          {common('cancel')}
        </Button>
        <Button variant={variant} size="large" busy={change.isPending} onClick={params.onConfirm}>
          {action}
        </Button>
      </div>
    </Dialog>
  )
}
