import {
  addAddress,
  addressCodeFor,
  addressLimits,
  updateAddress,
  type WithdrawalAddress,
} from '@evenhand/protocol/addresses.ts'
import type { FundMethod } from '@evenhand/protocol/funds.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Banner } from '@evenhand/ui/states.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useState, type SyntheticEvent } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../../lib/call.ts'
import { isRefused } from '../../../lib/problem.ts'
import { useFirstError } from '../../../lib/use-first-error.ts'
import { useRetryWait } from '../../../lib/use-retry-wait.ts'
import { useProofText } from '../../../lib/proving/use-proof-text.ts'
import { wrongCodeIn, type ActionProof } from '../fund-password/action-proof.ts'
import { ActionProofFields, PasskeyButton } from '../fund-password/action-proof-fields.tsx'
import { isWholeFundPassword } from '../fund-password/fund-digits.ts'
import { FundPasswordField } from '../fund-password/fund-password-field.tsx'
import { useProvedAction } from '../fund-password/use-proved-action.ts'
import { useActionProof } from '../fund-password/use-action-proof.ts'
import { isAtField, useDigitsText } from '../fund-password/use-digits-text.ts'
import { WayPicker } from '../../../layout/way-picker.tsx'
import { addressRefusal, problemsOf } from './address-form.ts'
import { AddressInputs } from './address-inputs.tsx'
import { RetryButton } from '../../../lib/retry-button.tsx'

type EditorProps = {
  first: FundMethod
  /** The address in whose place the new one comes. */
  replaced: WithdrawalAddress | undefined
  onEnd: () => void
}

function useEditor({ first, replaced, onEnd }: EditorProps) {
  const t = useTranslations('withdraw')
  const [method, setMethod] = useState(first)
  const [fields, setFields] = useState({
    address: replaced?.address ?? '',
    memo: replaced?.memo ?? '',
    label: replaced?.label ?? '',
  })
  const [digits, setDigits] = useState('')
  const [tries, setTries] = useState(0)
  const proving = useActionProof({
    scene: 'address',
    boundTo: fields.address.trim() === '' ? '' : addressCodeFor(fields),
  })
  const params = useProvedAction({
    action: (proof: ActionProof) => {
      const { coin, network } = method
      const memo = fields.memo === '' ? {} : { memo: fields.memo }
      const kept = { address: fields.address.trim(), label: fields.label.trim(), fundPassword: digits, ...memo }
      const request = { coin, network, ...kept, ...proof }
      return replaced ? call(updateAddress, { id: replaced.id, ...request }) : call(addAddress, request)
    },
    onDone: () => {
      toast(t('book.saved'), 'good')
      onEnd()
    },
  })
  const problems = problemsOf(fields)
  const wait = useRetryWait(params.problem)
  const run = (by: 'typed' | 'passkey') => {
    setTries((count) => count + 1)
    const isComplete = Object.keys(problems).length === 0 && isWholeFundPassword(digits)
    const isMissing = by === 'typed' && proving.isMissing
    if (isComplete && !isMissing && !params.isPending && wait === 0)
      params.run(by === 'passkey' ? 'passkey' : proving.typed())
  }
  const change = (part: Partial<typeof fields>) => {
    params.reset()
    setFields((before) => ({ ...before, ...part }))
  }
  return { method, setMethod, fields, change, digits, setDigits, tries, proving, adding: params, problems, wait, run }
}

/** An address that is to be kept: where, its name, and what confirms that its owner wants it. */
export function AddressEditor(props: EditorProps) {
  const t = useTranslations('withdraw')
  const common = useTranslations('common')
  const proofText = useProofText()
  const digitsText = useDigitsText()
  const { method, fields, change, digits, tries, proving, adding, problems, wait, run, ...editor } = useEditor(props)
  const form = useFirstError(tries)
  const tried = tries > 0
  const refusal = addressRefusal(adding.problem)
  // A code is mailed for an address of some network alone: notFound means that no network has this one.
  const isNowhere = isRefused(proving.sendProblem, 'notFound')
  const atAddress = refusal ?? (isNowhere ? 'checksum' : undefined)
  const isOther =
    adding.problem !== null &&
    refusal === undefined &&
    !isAtField(adding.problem) &&
    wrongCodeIn(adding.problem) === undefined
  const isClosed = isRefused(adding.problem, 'accountRestricted')
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    run('typed')
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex max-w-140 flex-col gap-5">
      <WayPicker
        method={method}
        onPick={editor.setMethod}
        labels={{ coin: t('coin'), network: t('network') }}
        className="grid gap-4 desktop:grid-cols-2"
      />
      <AddressInputs
        fields={fields}
        onChange={change}
        wrong={tried ? problems : {}}
        refused={atAddress && t(`book.refused.${atAddress}`, { network: method.network })}
      />
      <FundPasswordField
        label={t('fund.label')}
        value={digits}
        onValue={(value) => {
          adding.reset()
          editor.setDigits(value)
        }}
        error={digitsText({ value: digits, tried, problem: adding.problem })}
      />
      <ActionProofFields proving={proving} problem={adding.problem} tried={tried} />
      <p className="text-13 text-fg2">{t('book.waits', { hours: addressLimits.coolingHours })}</p>
      {isOther && (
        <div role="alert">
          <Banner variant="danger">{isClosed ? t('book.closed') : proofText(adding.problem)}</Banner>
        </div>
      )}
      <div className="flex flex-wrap gap-3">
        <RetryButton type="submit" size="large" busy={adding.isPending} wait={wait}>
          {t('book.save')}
        </RetryButton>
        {proving.ways.passkey && <PasskeyButton busy={adding.isPending} onPress={() => run('passkey')} />}
        <Button variant="quiet" size="large" onClick={props.onEnd}>
          {common('cancel')}
        </Button>
      </div>
    </form>
  )
}
