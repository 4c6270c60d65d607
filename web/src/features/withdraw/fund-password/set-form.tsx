import { resetFundPassword, setFundPassword } from '@evenhand/protocol/fund-password.ts'
import { Button, buttonClass } from '@evenhand/ui/button.tsx'
import { Banner } from '@evenhand/ui/states.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { useState, type SyntheticEvent } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../../lib/call.ts'
import { useFirstError } from '../../../lib/use-first-error.ts'
import { useRetryWait } from '../../../lib/use-retry-wait.ts'
import { useProofText } from '../../../lib/proving/use-proof-text.ts'
import { wrongCodeIn, type ActionProof } from './action-proof.ts'
import { ActionProofFields, PasskeyButton } from './action-proof-fields.tsx'
import { areGood, NewDigitsFields } from './new-digits-fields.tsx'
import { PictureForm } from './picture-form.tsx'
import { useProvedAction } from './use-proved-action.ts'
import { useActionProof } from './use-action-proof.ts'
import { isAtField } from './use-digits-text.ts'
import { useFundReset } from './use-fund-reset.ts'
import { RetryButton } from '../../../lib/retry-button.tsx'

/** The first fund password, or a new one where the old is lost. */
export function SetForm({ kind, onDone }: { kind: 'set' | 'reset'; onDone: () => void }) {
  const t = useTranslations('withdraw')
  const proofText = useProofText()
  const [digits, setDigits] = useState({ first: '', again: '' })
  const [tries, setTries] = useState(0)
  const form = useFirstError(tries)
  const proving = useActionProof({ scene: 'fundpwd', boundTo: '', both: kind === 'reset' })
  const { code } = proving.typed()
  const action = (proof: ActionProof) =>
    kind === 'set'
      ? call(setFundPassword, { fundPassword: digits.first, ...proof })
      : call(resetFundPassword, { new: digits.first, ...(code === undefined ? {} : { code }), ...proof })
  const params = useProvedAction({
    action,
    provedUntil: proving.provedUntil,
    onDone: () => {
      toast(t('fund.saved'), 'good')
      onDone()
    },
  })
  const wait = useRetryWait(params.problem)
  const run = (by: 'typed' | 'passkey') => {
    setTries((count) => count + 1)
    const isMissing = by === 'typed' ? proving.isMissing : proving.isCodeMissing
    if (areGood(digits) && !isMissing && !params.isPending && wait === 0)
      params.run(by === 'passkey' ? 'passkey' : proving.typed())
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    run('typed')
  }
  if (kind === 'reset' && proving.isKnown && !proving.ways.factor) return <FactorFirst onDone={onDone} />
  const isOther = params.problem !== null && !isAtField(params.problem) && wrongCodeIn(params.problem) === undefined
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex max-w-120 flex-col gap-5">
      <NewDigitsFields
        value={digits}
        onValue={(value) => {
          params.reset()
          setDigits(value)
        }}
        tried={tries > 0}
        problem={params.problem}
      />
      <ActionProofFields proving={proving} problem={params.problem} tried={tries > 0} />
      {isOther && (
        <div role="alert">
          <Banner variant="danger">{proofText(params.problem)}</Banner>
        </div>
      )}
      <RetryButton type="submit" size="large" busy={params.isPending} wait={wait}>
        {t('fund.save')}
      </RetryButton>
      {proving.ways.passkey && <PasskeyButton busy={params.isPending} onPress={() => run('passkey')} />}
    </form>
  )
}

/** Without a second factor a mailbox alone would open the money: one is set up first, or a person reviews a picture. */
function FactorFirst({ onDone }: { onDone: () => void }) {
  const t = useTranslations('withdraw')
  const { data } = useFundReset()
  const [byPicture, setByPicture] = useState(false)
  if (byPicture && data) return <PictureForm number={data.number} onDone={onDone} />
  return (
    <div className="flex max-w-text flex-col gap-4">
      <p>{t('fund.factorFirst')}</p>
      <Link to="/profile/security" className={`${buttonClass('primary', 'large')} self-start`}>
        {t('fund.toSecurity')}
      </Link>
      {data && <p>{t(data.verified ? 'fund.selfie.lead' : 'fund.selfie.unverified')}</p>}
      {data?.verified === true && (
        <Button variant="secondary" size="large" className="self-start" onClick={() => setByPicture(true)}>
          {t('fund.selfie.choose')}
        </Button>
      )}
      {data?.verified === false && (
        <Link to="/profile/verification" className={`${buttonClass('secondary', 'large')} self-start`}>
          {t('fund.selfie.verify')}
        </Link>
      )}
    </div>
  )
}
