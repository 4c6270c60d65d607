import { limitUnitOf, safeguardBounds } from '@evenhand/protocol/safeguards.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { FieldError, TextField } from '@evenhand/ui/field.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useProblemText } from '../../lib/problem-text.ts'
import { useRetryWait } from '../../lib/use-retry-wait.ts'
import { isLooser, limitValue } from './limit-figures.ts'
import { useSetLimit, type Limit } from './use-set-limit.ts'
import { useLimitText } from './use-limit-text.ts'
import { toFirstError } from '../../lib/use-first-error.ts'
import { RetryButton } from '../../lib/retry-button.tsx'

/** Sets or removes one limit, and shows before it is sent whether it holds at once or after a day. */
export function LimitForm({ limit, onDone }: { limit: Limit; onDone: () => void }) {
  const t = useTranslations('safeguards')
  const problemText = useProblemText()
  const limitText = useLimitText()
  const [text, setText] = useState('')
  const [wrong, setWrong] = useState(false)
  const set = useSetLimit(onDone)
  const wait = useRetryWait(set.error)
  const { name, value } = limit
  const unit = limitUnitOf(name)
  const wanted = limitValue(name, text)
  const [min, max] = safeguardBounds.sessionMinutes
  const hint = {
    USDT: t('limits.hintUSDT'),
    orders: t('limits.hintCount', { least: 0, most: safeguardBounds.openOrders }),
    minutes: t('limits.hintCount', { least: min, most: max }),
  }[unit]
  return (
    <form
      ref={toFirstError}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (wanted === undefined) return setWrong(true)
        set.mutate({ name, wanted })
      }}
      className="flex flex-col gap-3"
    >
      <p>{t('limits.now', { value: limitText(name, value) })}</p>
      <TextField
        label={t('limits.field')}
        inputMode={unit === 'USDT' ? 'decimal' : 'numeric'}
        autoComplete="off"
        dir="ltr"
        maxLength={20}
        suffix={unit === 'USDT' ? 'USDT' : undefined}
        hint={hint}
        error={wrong && t('limits.wrong')}
        value={text}
        onChange={(event) => {
          setWrong(false)
          setText(event.target.value)
        }}
      />
      <p role="status" className="text-13 text-fg2">
        {wanted !== undefined && t(isLooser(name, { held: value, wanted }) ? 'limits.holdsLater' : 'limits.holdsNow')}
      </p>
      <FieldError>{set.error && problemText(set.error)}</FieldError>
      <RetryButton type="submit" size="large" busy={set.isPending} wait={wait}>
        {t('limits.set')}
      </RetryButton>
      {value !== null && (
        <>
          <Button
            variant="secondary"
            size="large"
            busy={set.isPending}
            onClick={() => set.mutate({ name, wanted: null })}
          >
            {t('limits.remove')}
          </Button>
          <p className="text-13 text-fg2">{t('limits.removeText')}</p>
        </>
      )}
    </form>
  )
}
