import { requestFundReset } from '@evenhand/protocol/fund-reset.ts'
import { Banner } from '@evenhand/ui/states.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../../lib/call.ts'
import { isolated } from '../../../lib/isolated.ts'
import { isRefused } from '../../../lib/problem.ts'
import { namedFields } from '../../../lib/proving/form-problem.ts'
import { useProofText } from '../../../lib/proving/use-proof-text.ts'
import { UploadField } from '../../../lib/upload/upload-field.tsx'
import { useFirstError } from '../../../lib/use-first-error.ts'
import { useRetryWait } from '../../../lib/use-retry-wait.ts'
import { wrongCodeIn, type ActionProof } from './action-proof.ts'
import { ActionProofFields } from './action-proof-fields.tsx'
import { areGood, NewDigitsFields } from './new-digits-fields.tsx'
import { useProvedAction } from './use-proved-action.ts'
import { useActionProof } from './use-action-proof.ts'
import { isAtField } from './use-digits-text.ts'
import { RetryButton } from '../../../lib/retry-button.tsx'

/** Why the server does not take the form, where it names it so. */
const namedIn = (problem: unknown): string | undefined =>
  isRefused(problem, 'dataIncomplete')
    ? namedFields(problem).find(({ reason }) => reason !== 'weak')?.reason
    : undefined

/** A picture is good for one request. */
const pictureReason = 'repeated'

function pictureError(
  t: ReturnType<typeof useTranslations<'withdraw'>>,
  { missing, problem }: { missing: boolean; problem: unknown },
): string | undefined {
  if (missing) return t('fund.selfie.pictureMissing')
  return namedIn(problem) === pictureReason ? t('fund.selfie.pictureRepeated') : undefined
}

function useRequestButton({ number, onDone }: PictureProps) {
  const t = useTranslations('withdraw')
  const client = useQueryClient()
  const [digits, setDigits] = useState({ first: '', again: '' })
  const [fileId, setFileId] = useState('')
  const [sending, setSending] = useState(false)
  const [tries, setTries] = useState(0)
  // The picture shows the number that stood here when the form was opened.
  const [shown] = useState(number)
  const proving = useActionProof({ scene: 'fundpwd', boundTo: '' })
  const params = useProvedAction({
    action: (proof: ActionProof) => call(requestFundReset, { new: digits.first, fileId, number: shown, ...proof }),
    provedUntil: proving.provedUntil,
    onDone: () => {
      toast(t('fund.selfie.sent'), 'good')
      void client.invalidateQueries({ queryKey: ['mine', 'fundPassword'] })
      onDone()
    },
  })
  const wait = useRetryWait(params.problem)
  const run = () => {
    setTries((count) => count + 1)
    if (areGood(digits) && fileId !== '' && !proving.isMissing && !params.isPending && wait === 0)
      params.run(proving.typed())
  }
  const change = (value: typeof digits) => {
    params.reset()
    setDigits(value)
  }
  const take = (id: string) => {
    params.reset()
    setFileId(id)
  }
  return { digits, change, fileId, take, sending, setSending, tries, shown, proving, params, wait, run }
}

type PictureProps = { number: string; onDone: () => void }

/** Requests a new fund password by a picture of its owner, who holds up the number of the day. */
export function PictureForm(props: PictureProps) {
  const t = useTranslations('withdraw')
  const { digits, change, fileId, take, sending, setSending, tries, shown, proving, params, wait, run } =
    useRequestButton(props)
  const form = useFirstError(tries)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    run()
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex max-w-120 flex-col gap-5">
      <p className="text-fg2">{t('fund.selfie.lead')}</p>
      <p className="rounded-control bg-sunken px-4 py-3 font-600">
        {t('fund.selfie.number', { number: isolated(shown) })}
      </p>
      <UploadField
        label={t('fund.selfie.picture')}
        error={pictureError(t, { missing: tries > 0 && fileId === '' && !sending, problem: params.problem })}
        purpose="kyc"
        fileId={fileId}
        onFile={take}
        onSending={setSending}
        camera="user"
      />
      <NewDigitsFields value={digits} onValue={change} tried={tries > 0} problem={params.problem} />
      <ActionProofFields proving={proving} problem={params.problem} tried={tries > 0} />
      <OtherProblem problem={params.problem} />
      <RetryButton type="submit" size="large" busy={params.isPending || sending} wait={wait}>
        {t('fund.selfie.send')}
      </RetryButton>
    </form>
  )
}

/** What is wrong beside the fields themselves. */
function OtherProblem({ problem }: { problem: unknown }) {
  const t = useTranslations('withdraw')
  const proofText = useProofText()
  const named = namedIn(problem)
  const isBeside = named === pictureReason || (named === undefined && isAtField(problem))
  if (problem === null || isBeside || wrongCodeIn(problem) !== undefined) return null
  return (
    <div role="alert">
      <Banner variant="danger">
        {named === 'expired'
          ? t('fund.selfie.numberEnded')
          : named === 'alreadyAsked'
            ? t('fund.selfie.alreadyAsked')
            : proofText(problem)}
      </Banner>
    </div>
  )
}
