import { bindRefusals } from '@evenhand/protocol/invites.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { TextField } from '@evenhand/ui/field.tsx'
import { Card } from '@evenhand/ui/states.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useState, type SyntheticEvent } from 'react'
import { useTranslations } from 'use-intl'
import { isolated } from '../../lib/isolated.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { refusedField } from './refused-field.ts'
import { useBind } from './invites-query.ts'
import { useDay } from './use-day.ts'
import { toFirstError } from '../../lib/use-first-error.ts'

/** The inviter's code, once. */
export function BindForm({ until }: { until: number }) {
  const t = useTranslations('invites')
  const day = useDay()
  const problemText = useProblemText()
  const [code, setCode] = useState('')
  const sending = useBind(({ inviter }) => toast(t('bind.done', { name: isolated(inviter) }), 'good'))
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (code.trim() !== '' && !sending.isPending) sending.mutate(code.trim())
  }
  const reason = bindRefusals.find((one) => one === refusedField(sending.error))
  const problem = sending.error ? (reason ? t(`refused.${reason}`) : problemText(sending.error)) : undefined
  return (
    <Card className="p-5">
      <h2 className="text-18 font-700">{t('bind.title')}</h2>
      <p className="mt-1 max-w-text text-14 text-fg2">{t('bind.text', { day: day(until) })}</p>
      <form ref={toFirstError} onSubmit={submit} noValidate className="mt-3 flex flex-wrap items-start gap-3">
        <TextField
          label={t('link.code')}
          value={code}
          onChange={(event) => {
            setCode(event.target.value)
            if (sending.isError) sending.reset()
          }}
          error={problem}
          dir="ltr"
          autoCapitalize="characters"
          autoComplete="off"
          maxLength={32}
          className="w-60 mobile:w-full"
        />
        <Button type="submit" busy={sending.isPending} className="mt-7 mobile:mt-0">
          {t('bind.button')}
        </Button>
      </form>
    </Card>
  )
}
