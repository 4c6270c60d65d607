import { finishSetUp, type beginSetUp } from '@evenhand/protocol/operators.ts'
import type { PasskeyMade } from '@evenhand/protocol/passkey-shapes.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { FieldError, PasswordField, TextField } from '@evenhand/ui/field.tsx'
import { makePasskey, PasskeyFailed } from '@evenhand/ui/passkey.ts'
import { QrCode } from '@evenhand/ui/qr-code.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { Copyable } from '../../case/copyable.tsx'
import { passkeyProblem } from '../../lib/authenticator.ts'
import { call } from '../../lib/call.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { useTag } from '../../lib/settings.ts'
import { whenText } from '../../lib/when.tsx'
import { mayFinish, wrongPassword } from './set-up-rules.ts'

type Begun = z.output<typeof beginSetUp.result>
type SetUpFormProps = { begun: Begun; secret: string; onDone: () => void }

/** Password twice, and the second factor that the roles need. */
export function SetUpForm({ begun, secret, onDone }: SetUpFormProps) {
  const t = useTranslations('signin')
  const text = useProblemText()
  const [form, setForm] = useState({ password: '', again: '', code: '' })
  const [passkey, setPasskey] = useState<PasskeyMade>()
  const [tried, setTried] = useState(false)
  const finish = useMutation({
    meta: { handled: true },
    mutationFn: () =>
      call(finishSetUp, {
        secret,
        password: form.password,
        ...(form.code === '' ? {} : { code: form.code.replaceAll(' ', '') }),
        ...(passkey === undefined ? {} : { passkey }),
      }),
    onSuccess: () => {
      toast(t('setUp.done'), 'good')
      onDone()
    },
  })
  const wrong = wrongPassword(form)
  const { passkeyNeeded } = begun
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (mayFinish({ ...form, passkey: passkey !== undefined, passkeyNeeded })) finish.mutate()
  }
  const secretField = (name: 'password' | 'again', error: 'short' | 'differ') => (
    <PasswordField
      label={t(`setUp.${name}`)}
      showLabel={t('show')}
      hideLabel={t('hide')}
      value={form[name]}
      onChange={({ target }) => setForm({ ...form, [name]: target.value })}
      error={tried && wrong === error && t(`setUp.${error}`)}
      autoComplete="new-password"
      dir="ltr"
    />
  )
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <Who begun={begun} />
      {secretField('password', 'short')}
      {secretField('again', 'differ')}
      <PasskeyPart
        begun={begun}
        made={passkey !== undefined}
        missing={tried && passkeyNeeded && passkey === undefined}
        onMade={setPasskey}
      />
      {!passkeyNeeded && <AppPart begun={begun} code={form.code} onCode={(code) => setForm({ ...form, code })} />}
      {finish.error && <FieldError>{text(finish.error)}</FieldError>}
      <Button type="submit" size="large" busy={finish.isPending}>
        {t('setUp.finish')}
      </Button>
    </form>
  )
}

function Who({ begun: { name, roles, endsAt } }: { begun: Begun }) {
  const t = useTranslations('signin')
  const common = useTranslations('common')
  const tag = useTag()
  const held = new Intl.ListFormat(tag).format(roles.map((role) => common(`role.${role}`)))
  return (
    <div>
      <h1 className="text-20 font-700">{t('setUp.title')}</h1>
      <p className="mt-1 text-13 text-fg2">
        {t('setUp.you', { name, roles: held })} {t('setUp.intro', { time: whenText(endsAt) })}
      </p>
    </div>
  )
}

type PasskeyPartProps = { begun: Begun; made: boolean; missing: boolean; onMade: (passkey: PasskeyMade) => void }

function PasskeyPart({ begun, made, missing, onMade }: PasskeyPartProps) {
  const t = useTranslations('signin')
  const make = useMutation({
    meta: { handled: true },
    mutationFn: () => makePasskey(begun.passkey),
    onSuccess: onMade,
  })
  const failed = make.error instanceof PasskeyFailed ? t(passkeyProblem(make.error)) : undefined
  return (
    <section aria-labelledby="passkey" className="rounded-control border border-line p-3">
      <h2 id="passkey" className="font-600">
        {t('setUp.passkey')}
      </h2>
      <p className="mb-2 text-13 text-fg2">{t('setUp.passkeyText')}</p>
      <Button variant={made ? 'weak' : 'secondary'} busy={make.isPending} onClick={() => make.mutate()}>
        {made ? t('setUp.made') : t('setUp.makePasskey')}
      </Button>
      <FieldError>{failed ?? (missing && t('setUp.passkeyNeeded'))}</FieldError>
    </section>
  )
}

type AppPartProps = { begun: Begun; code: string; onCode: (code: string) => void }

function AppPart({ begun, code, onCode }: AppPartProps) {
  const t = useTranslations('signin')
  return (
    <section aria-labelledby="app" className="rounded-control border border-line p-3">
      <h2 id="app" className="font-600">
        {t('setUp.app')}
      </h2>
      <p className="mb-3 text-13 text-fg2">{t('setUp.appScan')}</p>
      <QrCode text={begun.otp.uri} label={t('setUp.qr')} />
      <p className="mt-3 mb-1 text-13 text-fg2">{t('setUp.byHand')}</p>
      <p className="mb-3 text-13">
        <Copyable text={begun.otp.secret} />
      </p>
      <TextField
        label={t('setUp.code')}
        value={code}
        onChange={({ target }) => onCode(target.value)}
        inputMode="numeric"
        autoComplete="one-time-code"
        dir="ltr"
      />
    </section>
  )
}
