import type { Withdrawal, WithdrawalQuote } from '@evenhand/protocol/withdrawals.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Dialog } from '@evenhand/ui/dialog.tsx'
import { Banner } from '@evenhand/ui/states.tsx'
import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import { useTranslations } from 'use-intl'
import { Amount, Figure } from '../../lib/format.tsx'
import { isEffectUnknown, isRefused } from '../../lib/problem.ts'
import { useFirstError } from '../../lib/use-first-error.ts'
import { useRetryWait } from '../../lib/use-retry-wait.ts'
import { wrongCodeIn } from './fund-password/action-proof.ts'
import { ActionProofFields, PasskeyButton } from './fund-password/action-proof-fields.tsx'
import { isWholeFundPassword } from './fund-password/fund-digits.ts'
import { FundPasswordField } from './fund-password/fund-password-field.tsx'
import { useActionProof } from './fund-password/use-action-proof.ts'
import { useProofText } from '../../lib/proving/use-proof-text.ts'
import { FeeAndNet, QuoteClock, TermRow } from './quote-terms.tsx'
import { useSecondsLeft } from '../../feed/use-seconds-left.ts'
import { useWithdraw, type WithdrawParams } from './use-withdraw.ts'
import { WholeAddress } from './whole-address.tsx'
import { textOf } from './withdraw-form.ts'
import { RetryButton } from '../../lib/retry-button.tsx'

type SheetProps = {
  withdrawal: Omit<WithdrawParams, 'fundPassword'>
  before: WithdrawalQuote | undefined
  renewing: boolean
  onRenew: () => void
  onNewQuote: (quote: WithdrawalQuote) => void
  onDone: (made: Withdrawal) => void
  onClose: () => void
}

/** The last check: where to in whole, how much, what arrives; then the fund password and what confirms it. */
export function ConfirmSheet({ onClose, ...rest }: SheetProps) {
  const t = useTranslations('withdraw')
  const common = useTranslations('common')
  return (
    <Dialog variant="sheet" open onClose={onClose} title={t('confirm.title')} closeLabel={common('close')}>
      <Confirm {...rest} onClose={onClose} />
    </Dialog>
  )
}

function useConfirm({ withdrawal: params, onDone, onNewQuote }: SheetProps) {
  const [digits, setDigits] = useState('')
  const [tries, setTries] = useState(0)
  const proving = useActionProof({ scene: 'withdraw', boundTo: params.quote.quoteId })
  const making = useWithdraw({
    done: onDone,
    newQuote: onNewQuote,
  })
  const left = useSecondsLeft(params.quote.expiresAt)
  const wait = useRetryWait(making.error)
  const { isKnown, ways, send, clear, isSending } = proving
  const sentFor = useRef<string>(undefined)
  const typedFor = useRef(params.quote.quoteId)
  const mailed = isKnown && ways.code
  const { quoteId } = params.quote
  // A code is bound to its terms: new terms make what was typed worthless.
  useEffect(() => {
    if (mailed && typedFor.current !== quoteId) clear()
    typedFor.current = quoteId
  }, [mailed, quoteId, clear])
  // A customer who confirms by a mailed code gets one at once, and another for other terms, without a step of its own.
  // While a mail is being sent, or within the minute between two mails, the next one waits.
  useEffect(() => {
    if (!mailed || sentFor.current === quoteId || isSending || proving.wait > 0) return
    sentFor.current = quoteId
    send(quoteId)
  }, [mailed, quoteId, send, isSending, proving.wait])
  const run = (by: 'typed' | 'passkey') => {
    setTries((count) => count + 1)
    const isMissing = !isWholeFundPassword(digits) || (by === 'typed' && proving.isMissing)
    if (isMissing || making.isPending || left === 0 || wait > 0) return
    making.mutate({ ...params, fundPassword: digits, proof: by === 'passkey' ? 'passkey' : proving.typed() })
  }
  const change = (value: string) => {
    if (!isEffectUnknown(making.error)) making.reset()
    setDigits(value)
  }
  return { digits, change, tries, proving, making, left, wait, run }
}

function Confirm(props: SheetProps) {
  const t = useTranslations('withdraw')
  const common = useTranslations('common')
  const { withdrawal: params, before, renewing, onRenew, onClose } = props
  const { digits, change, tries, proving, making, left, wait, run } = useConfirm(props)
  const form = useFirstError(tries)
  const proofText = useProofText()
  const { method, address, quote } = params
  const { coin, network } = method
  const problem = making.error
  const atPassword = isRefused(problem, 'fundPasswordWrong', 'fundPasswordLocked', 'fundPasswordNotSet')
  const isOther =
    problem !== null && !atPassword && wrongCodeIn(problem) === undefined && !isRefused(problem, 'quoteChanged')
  const missing = tries > 0 && !isWholeFundPassword(digits) ? t('fund.missing') : undefined
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    run('typed')
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <dl className="flex flex-col gap-2 rounded-control bg-sunken p-4 text-13">
        <div className="flex flex-col gap-1">
          <dt className="text-fg2">{t('confirm.to', { label: `\u2068${address.label}\u2069` })}</dt>
          <dd>
            <WholeAddress address={address.address} />
          </dd>
        </div>
        {address.memo !== undefined && (
          <TermRow label={t('address.memo')}>
            <Figure className="wrap-anywhere">{address.memo}</Figure>
          </TermRow>
        )}
        <TermRow label={t('network')}>
          <Figure>{network}</Figure>
        </TermRow>
        <TermRow label={t('amount.label')}>
          <Amount text={textOf(method, params.units)} asset={coin} />
        </TermRow>
        <FeeAndNet coin={coin} quote={quote} before={before} />
      </dl>
      {before !== undefined && <Banner>{t('confirm.changed')}</Banner>}
      <QuoteClock quote={quote} onAgain={onRenew} busy={renewing} />
      <FundPasswordField
        label={t('fund.label')}
        value={digits}
        onValue={change}
        error={missing ?? (atPassword ? proofText(problem) : undefined)}
      />
      <ActionProofFields proving={proving} problem={problem} tried={tries > 0} />
      {isOther && (
        <div role="alert">
          <Banner variant="danger">{isEffectUnknown(problem) ? t('confirm.unknown') : proofText(problem)}</Banner>
        </div>
      )}
      <div className="grid grid-cols-2 gap-3">
        <Button variant="secondary" size="large" onClick={onClose}>
          {common('back')}
        </Button>
        <RetryButton type="submit" size="large" busy={making.isPending} disabled={left === 0} wait={wait}>
          {t('confirm.withdraw')}
        </RetryButton>
      </div>
      {proving.ways.passkey && <PasskeyButton busy={making.isPending} onPress={() => run('passkey')} />}
    </form>
  )
}
