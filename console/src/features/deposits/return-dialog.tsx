import { depositReturn } from '@evenhand/proofs/approval-payloads.ts'
import type { returnDeposit, SeenDeposit } from '@evenhand/protocol/deposits-console.ts'
import { TextField } from '@evenhand/ui/field.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { ApprovalDialog } from '../../approval/approval-dialog.tsx'
import { ValuesDialog } from '../../approval/values-dialog.tsx'
import { useOperator } from '../../lib/session.ts'
import { useDraftOf } from '../../lib/use-draft.ts'

type ReturnDialogProps = {
  seen: SeenDeposit
  submit: (request: z.output<typeof returnDeposit.request>) => Promise<unknown>
  onClose: () => void
}

/** First the transaction that sent the coins back, which each of the two looks up himself; then the signature over it. */
export function ReturnDialog({ seen, submit, onClose }: ReturnDialogProps) {
  const t = useTranslations('deposits')
  const me = useOperator()?.operator.id
  const [reference, setReference] = useState<string>()
  if (reference === undefined) return <ReferenceDialog seen={seen} onReference={setReference} onClose={onClose} />
  const { id, round, revision } = seen
  const ends = seen.returns.some((one) => one.operatorId !== me && one.reference === reference)
  return (
    <ApprovalDialog
      title={t('returnTitle', { orderNo: seen.orderNo })}
      effect={ends ? t('effect.return') : t('effect.returnWaits')}
      payload={() => depositReturn({ ...seen, claimed: seen.amount }, reference)}
      button={t('sign')}
      submit={(signed) => submit({ id, round, revision, reference, ...signed })}
      onClose={onClose}
    />
  )
}

type ReferenceDialogProps = { seen: SeenDeposit; onReference: (reference: string) => void; onClose: () => void }

function ReferenceDialog({ seen, onReference, onClose }: ReferenceDialogProps) {
  const t = useTranslations('deposits')
  const [text, setText] = useDraftOf('return', seen.returns[0]?.reference ?? '')
  const reference = text.trim()
  const isComplete = reference.length >= 3
  return (
    <ValuesDialog
      title={t('returnTitle', { orderNo: seen.orderNo })}
      button={t('next')}
      values={isComplete ? reference : undefined}
      onValues={onReference}
      onClose={onClose}
    >
      {(tried) => (
        <>
          <p className="text-fg2">{t('returnText')}</p>
          <TextField
            label={t('returnReference')}
            value={text}
            maxLength={120}
            error={tried && !isComplete && t('referenceNeeded')}
            onChange={({ target }) => setText(target.value)}
            autoComplete="off"
            spellCheck={false}
            dir="ltr"
          />
        </>
      )}
    </ValuesDialog>
  )
}
