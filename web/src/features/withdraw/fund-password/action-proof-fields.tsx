import { Button } from '@evenhand/ui/button.tsx'
import { FieldError, TextField } from '@evenhand/ui/field.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { useTranslations } from 'use-intl'
import { isolated } from '../../../lib/isolated.ts'
import { useProblemText } from '../../../lib/problem-text.ts'
import { useSession } from '../../../lib/session.ts'
import { MailedCodeField } from '../../../lib/proving/mailed-code-field.tsx'
import { useMailbox } from '../../../lib/proving/use-mailbox.ts'
import { useProofText } from '../../../lib/proving/use-proof-text.ts'
import { wrongCodeIn } from './action-proof.ts'
import type { ActionProving } from './use-action-proof.ts'

type FieldsProps = { proving: ActionProving; problem: unknown; tried: boolean }

/** What confirms an action is typed here: the code of the app where there is a second factor, else the mailed code. */
export function ActionProofFields({ proving, problem, tried }: FieldsProps) {
  const auth = useTranslations('auth')
  const proofText = useProofText()
  const { ways, otp, setOtp } = proving
  const wrong = wrongCodeIn(problem)
  const missing = tried ? auth('problem.codeMissing') : undefined
  return (
    <>
      {ways.code && <MailedCode proving={proving} problem={ways.otp ? undefined : wrong} tried={tried} />}
      {ways.otp && (
        <TextField
          label={auth(ways.app ? 'factor.code' : 'factor.recovery')}
          hint={auth(ways.app ? 'factor.codeHint' : 'factor.recoveryHint')}
          value={otp}
          onChange={(event) => setOtp(event.target.value)}
          error={otp.trim() === '' ? missing : proofText(wrong)}
          dir="ltr"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={16}
        />
      )}
    </>
  )
}

function MailedCode({ proving, problem, tried }: FieldsProps) {
  const t = useTranslations('withdraw')
  const auth = useTranslations('auth')
  const problemText = useProblemText()
  const mailbox = useMailbox()
  const email = useSession()?.user.email ?? ''
  const { code, setCode, wait, isSending, isSent, sendProblem } = proving
  const wrong = problem === undefined ? undefined : problemText(problem)
  const error = code.trim() === '' ? (tried ? auth('problem.codeMissing') : undefined) : wrong
  return (
    <div>
      <MailedCodeField
        value={code}
        onValue={setCode}
        error={error}
        sending={{ wait, isBusy: isSending, isAgain: isSent, isOff: !proving.canSend, onSend: () => proving.send() }}
        sent={isSent ? { to: email, text: t('code.sent', { address: isolated(email) }) } : null}
        mailbox={mailbox}
      />
      <FieldError>{sendProblem !== null && !isSent && problemText(sendProblem)}</FieldError>
    </div>
  )
}

/** The other way where the account has a passkey. */
export function PasskeyButton({ busy, onPress }: { busy: boolean; onPress: () => void }) {
  const auth = useTranslations('auth')
  return (
    <Button variant="secondary" size="large" busy={busy} onClick={onPress}>
      <Icon name="shield" size={18} />
      {auth('factor.usePasskey')}
    </Button>
  )
}
