import { enableOtp, setUpOtp } from '@evenhand/protocol/second-factor.ts'
import { Button, buttonClass } from '@evenhand/ui/button.tsx'
import { Dialog } from '@evenhand/ui/dialog.tsx'
import { FieldError, TextField } from '@evenhand/ui/field.tsx'
import { useState, type SyntheticEvent } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../../lib/call.ts'
import { isRefused } from '../../../lib/problem.ts'
import { asciiCode } from '../../../lib/proving/account-form.ts'
import { useFirstError } from '../../../lib/use-first-error.ts'
import { useProofText } from '../../../lib/proving/use-proof-text.ts'
import { CopyButton } from './copy-button.tsx'
import { QrCode } from '@evenhand/ui/qr-code.tsx'
import { useChange } from './use-change.ts'

type Secret = { secret: string; uri: string }

/** Begins with a secret of the server's, which is shown this once, and ends with a first right code. */
export function OtpSetup({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const t = useTranslations('security')
  const common = useTranslations('common')
  const proofText = useProofText()
  const [secret, setSecret] = useState<Secret | undefined>()
  const beginning = useChange(() => call(setUpOtp, {}), setSecret)
  return (
    <>
      <Button className="self-start" busy={beginning.isPending} onClick={() => beginning.run(undefined)}>
        {t('otp.setUp')}
      </Button>
      <FieldError>{proofText(beginning.problem)}</FieldError>
      <Dialog
        variant="sheet"
        open={secret !== undefined}
        onClose={() => setSecret(undefined)}
        title={t('otp.setUp')}
        closeLabel={common('close')}
      >
        {secret && (
          <OtpSteps
            secret={secret}
            onCodes={(codes) => {
              setSecret(undefined)
              onCodes(codes)
            }}
          />
        )}
      </Dialog>
    </>
  )
}

const inFours = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret

function OtpSteps({ secret: { secret, uri }, onCodes }: { secret: Secret; onCodes: (codes: string[]) => void }) {
  const t = useTranslations('security')
  return (
    <div className="flex flex-col gap-4">
      <p>{t('otp.scan')}</p>
      <QrCode text={uri} label={t('otp.qr')} />
      <p className="text-fg2">{t('otp.byHand')}</p>
      <p dir="ltr" className="rounded-control bg-sunken p-3 text-center font-mono text-15 break-words">
        {inFours(secret)}
      </p>
      <div className="grid grid-cols-2 gap-3">
        <CopyButton text={secret} label={t('otp.copySecret')} />
        <a href={uri} className={buttonClass('secondary')}>
          {t('otp.openApp')}
        </a>
      </div>
      <OtpCodeForm onCodes={onCodes} />
    </div>
  )
}

function OtpCodeForm({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const t = useTranslations('security')
  const auth = useTranslations('auth')
  const proofText = useProofText()
  const [code, setCode] = useState('')
  const [attempt, setAttempt] = useState(0)
  const [isMissing, setIsMissing] = useState(false)
  const form = useFirstError(attempt)
  const enabling = useChange(
    (typed: string) =>
      call(enableOtp, { code: typed }).catch((cause: unknown) => {
        setAttempt((count) => count + 1)
        throw cause
      }),
    ({ recoveryCodes }) => onCodes(recoveryCodes),
  )
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault()
    const typed = asciiCode(code)
    setIsMissing(typed === '')
    setAttempt((count) => count + 1)
    if (typed !== '' && !enabling.isPending) enabling.run(typed)
  }
  const atField = isRefused(enabling.problem, 'codeWrong')
  return (
    <form ref={form} noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <TextField
        label={auth('factor.code')}
        hint={t('otp.codeHint')}
        value={code}
        onChange={(event) => {
          setCode(event.target.value)
          setIsMissing(false)
          enabling.reset()
        }}
        error={isMissing ? auth('problem.codeMissing') : atField ? proofText(enabling.problem) : undefined}
        dir="ltr"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={16}
      />
      <FieldError>{atField ? undefined : proofText(enabling.problem)}</FieldError>
      <Button type="submit" size="large" busy={enabling.isPending}>
        {t('otp.enable')}
      </Button>
    </form>
  )
}
