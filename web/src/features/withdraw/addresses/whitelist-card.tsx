import { setWhitelistMode, whitelistMode } from '@evenhand/protocol/addresses.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Banner, Card, Skeleton } from '@evenhand/ui/states.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { useTranslations } from 'use-intl'
import { RetryLine } from '../../../layout/retry-line.tsx'
import { call } from '../../../lib/call.ts'
import { NotProved, withProof } from '../../../lib/proof.ts'
import { useFirstError } from '../../../lib/use-first-error.ts'
import { useWhen } from '../../../lib/use-when.ts'
import { useProofText } from '../../../lib/proving/use-proof-text.ts'
import { isWholeFundPassword } from '../fund-password/fund-digits.ts'
import { FundPasswordField } from '../fund-password/fund-password-field.tsx'
import { isAtField, useDigitsText } from '../fund-password/use-digits-text.ts'

const key = ['mine', 'whitelistMode'] as const

/** Whether the book is closed. */
export const useWhitelistMode = () =>
  useQuery({ queryKey: key, queryFn: ({ signal }) => call(whitelistMode, {}, { signal }) })

function useChoose(onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    meta: { handled: true },
    mutationFn: (request: { on: boolean; fundPassword?: string }) => withProof(() => call(setWhitelistMode, request)),
    onSuccess: (book) => {
      client.setQueryData(key, book)
      onDone()
    },
  })
}

/** The book can be closed at once; opening it again takes a day, so that a thief cannot do it in passing. */
export function WhitelistCard() {
  const t = useTranslations('withdraw')
  const when = useWhen()
  const { data, isError, refetch } = useWhitelistMode()
  const [opening, setOpening] = useState(false)
  const choosing = useChoose(() => setOpening(false))
  return (
    <Card className="flex flex-col gap-3 p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h2 className="text-18 font-700">{t('lock.title')}</h2>
        {data && <span className="text-13 font-600 text-fg2">{t(data.on ? 'lock.on' : 'lock.off')}</span>}
      </div>
      <p className="max-w-text text-fg2">{t('lock.means')}</p>
      {!data && (isError ? <RetryLine onRetry={() => void refetch()} /> : <Skeleton className="h-11" />)}
      {data?.on === true && data.offAt !== null && (
        <Banner variant="info">{t('lock.opens', { time: when(data.offAt) })}</Banner>
      )}
      {data && (!data.on || data.offAt !== null) && (
        <Button
          variant="secondary"
          className="self-start"
          busy={choosing.isPending}
          onClick={() => choosing.mutate({ on: true })}
        >
          {t(data.on ? 'lock.stay' : 'lock.close')}
        </Button>
      )}
      {data?.on === true && data.offAt === null && !opening && (
        <Button variant="secondary" className="self-start" onClick={() => setOpening(true)}>
          {t('lock.open')}
        </Button>
      )}
      {opening && <OpenForm choosing={choosing} />}
    </Card>
  )
}

function OpenForm({ choosing }: { choosing: ReturnType<typeof useChoose> }) {
  const t = useTranslations('withdraw')
  const proofText = useProofText()
  const digitsText = useDigitsText()
  const [digits, setDigits] = useState('')
  const [tries, setTries] = useState(0)
  const form = useFirstError(tries)
  const problem = choosing.error instanceof NotProved ? null : choosing.error
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setTries((count) => count + 1)
    if (isWholeFundPassword(digits) && !choosing.isPending) choosing.mutate({ on: false, fundPassword: digits })
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex max-w-120 flex-col gap-4">
      <p className="text-13 text-fg2">{t('lock.takes')}</p>
      <FundPasswordField
        label={t('fund.label')}
        value={digits}
        onValue={(value) => {
          choosing.reset()
          setDigits(value)
        }}
        error={digitsText({ value: digits, tried: tries > 0, problem })}
      />
      {problem !== null && !isAtField(problem) && (
        <div role="alert">
          <Banner variant="danger">{proofText(problem)}</Banner>
        </div>
      )}
      <Button type="submit" busy={choosing.isPending} className="self-start">
        {t('lock.open')}
      </Button>
    </form>
  )
}
