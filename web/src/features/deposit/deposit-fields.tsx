import type { FundMethod } from '@evenhand/protocol/funds.ts'
import { TextField } from '@evenhand/ui/field.tsx'
import { Banner } from '@evenhand/ui/states.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useTranslations } from 'use-intl'
import { isEffectUnknown, isRefused } from '../../lib/problem.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { UploadField } from '../../lib/upload/upload-field.tsx'
import { useFirstError } from '../../lib/use-first-error.ts'
import { useLocalNumber } from '../../lib/use-local-number.ts'
import { useRetryWait } from '../../lib/use-retry-wait.ts'
import { lastSix, minText } from './deposit-form.ts'
import { LastSixPicture } from './last-six-picture.tsx'
import { useDepositForm } from './use-deposit-form.ts'
import { useDepositText } from './use-deposit-text.ts'
import { RetryButton } from '../../lib/retry-button.tsx'

const code = { dir: 'ltr', autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const

/** What was sent: amount, end of the sending address, transaction hash, proof. */
export function DepositFields({ method, onSubmitted }: { method: FundMethod; onSubmitted: () => void }) {
  const t = useTranslations('funds')
  const text = useDepositText()
  const { amount } = useLocalNumber()
  const { form, change, setSending, problemAt, round, whole, submit, attempt, isPending } = useDepositForm(
    method,
    () => {
      toast(t('deposit.submitted'), 'good')
      onSubmitted()
    },
  )
  const fields = useFirstError(attempt)
  return (
    <form
      ref={fields}
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <TextField
        label={t('deposit.amount')}
        aside={t('deposit.min', { amount: amount(minText(method), method.coin, { minDecimals: 0 }) })}
        value={form.amount}
        onChange={(event) => change({ amount: event.target.value })}
        error={text(problemAt('amount'))}
        suffix={method.coin}
        dir="ltr"
        inputMode="decimal"
        autoComplete="off"
        maxLength={40}
      />
      <div className="flex flex-col gap-2">
        <TextField
          {...code}
          label={t('deposit.last6')}
          hint={t('deposit.last6Hint')}
          value={form.last6}
          onChange={(event) => change({ last6: lastSix(event.target.value) })}
          error={text(problemAt('last6'))}
        />
        <LastSixPicture />
      </div>
      <TextField
        {...code}
        label={t('deposit.hash')}
        hint={t('deposit.hashHint')}
        value={form.txHash}
        onChange={(event) => change({ txHash: event.target.value })}
        error={text(problemAt('txHash'))}
        maxLength={100}
      />
      <UploadField
        key={round}
        label={t('deposit.proof')}
        hint={t('deposit.proofHint')}
        purpose="deposit"
        camera="environment"
        fileId={form.proofFileId}
        onFile={(proofFileId) => change({ proofFileId })}
        onSending={setSending}
        error={text(problemAt('proofFileId'))}
      />
      <SubmitPart problem={whole} isPending={isPending} coin={method.coin} />
    </form>
  )
}

/** What was refused about the form as a whole, and the button; it counts down where the server makes it wait. */
function SubmitPart({ problem, isPending, coin }: { problem: unknown; isPending: boolean; coin: string }) {
  const t = useTranslations('funds')
  const problemText = useProblemText()
  const wait = useRetryWait(problem)
  const text = isEffectUnknown(problem)
    ? t('deposit.unknown')
    : isRefused(problem, 'capacityReached')
      ? t('deposit.stopped', { coin })
      : problemText(problem)
  return (
    <>
      {problem !== null && (
        <div role="alert">
          <Banner variant="danger">{text}</Banner>
        </div>
      )}
      <RetryButton type="submit" size="large" busy={isPending} wait={wait}>
        {t('deposit.submit')}
      </RetryButton>
    </>
  )
}
