import type { Deposit } from '@evenhand/protocol/deposits.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { TextField } from '@evenhand/ui/field.tsx'
import { Banner } from '@evenhand/ui/states.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useState, type SyntheticEvent } from 'react'
import { useTranslations } from 'use-intl'
import { Refused } from '../../lib/problem.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { UploadField } from '../../lib/upload/upload-field.tsx'
import { useFirstError } from '../../lib/use-first-error.ts'
import { lastSix } from './deposit-form.ts'
import { useResubmitDeposit } from './use-deposits.ts'

/** A rejected deposit once more, with another picture as proof and the end of the address where that was wrong. */
export function ResubmitForm({ deposit }: { deposit: Deposit }) {
  const t = useTranslations('funds')
  const problemText = useProblemText()
  const [proofFileId, setProof] = useState('')
  const [last6, setLast6] = useState(deposit.last6)
  const [isSending, setSending] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const sending = useResubmitDeposit()
  const form = useFirstError(attempt)
  const last6Wrong = !/^[A-Za-z0-9]{6}$/.test(last6)
  const missing = isSending ? t('deposit.problem.sending') : proofFileId === '' ? problemText(noProof) : undefined
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (missing !== undefined || last6Wrong) return setAttempt((before) => before + 1)
    if (sending.isPending) return undefined
    return sending.mutate(
      { id: deposit.id, proofFileId, last6 },
      { onSuccess: () => toast(t('deposit.submitted'), 'good'), onError: () => setAttempt((before) => before + 1) },
    )
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4 border-t border-line pt-4">
      <p className="text-13 text-fg2">{t('list.resubmitNote')}</p>
      <UploadField
        label={t('list.newProof')}
        purpose="deposit"
        camera="environment"
        fileId={proofFileId}
        onFile={(fileId) => {
          sending.reset()
          setProof(fileId)
        }}
        onSending={setSending}
        error={attempt > 0 ? missing : undefined}
      />
      <TextField
        label={t('deposit.last6')}
        value={last6}
        onChange={(event) => setLast6(lastSix(event.target.value))}
        error={attempt > 0 && last6Wrong ? t('deposit.problem.last6Wrong') : undefined}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      {sending.error !== null && (
        <div role="alert">
          <Banner variant="danger">{problemText(sending.error)}</Banner>
        </div>
      )}
      <Button type="submit" busy={sending.isPending} className="self-start">
        {t('list.resubmit')}
      </Button>
    </form>
  )
}

const noProof = new Refused('proofImageNeeded', { code: 0, params: {}, traceId: '' })
