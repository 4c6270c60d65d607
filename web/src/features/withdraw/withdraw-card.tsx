import { fundMethods, type FundMethod } from '@evenhand/protocol/funds.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Banner, Card } from '@evenhand/ui/states.tsx'
import type { Withdrawal } from '@evenhand/protocol/withdrawals.ts'
import { useState, type SyntheticEvent } from 'react'
import { useTranslations } from 'use-intl'
import { isRefused } from '../../lib/problem.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { useFirstError } from '../../lib/use-first-error.ts'
import { useFundPassword } from './fund-password/use-fund-password.ts'
import { AddressPicker } from './address-picker.tsx'
import { AmountField } from './amount-field.tsx'
import { ConfirmSheet } from './confirm-sheet.tsx'
import { ExpectedTime } from './expected-time.tsx'
import { FundPasswordNote } from './fund-password-note.tsx'
import { QuoteTerms } from './quote-terms.tsx'
import { useWithdrawForm } from './use-withdraw-form.ts'
import { WayPicker } from '../../layout/way-picker.tsx'

const [usual] = fundMethods as readonly [FundMethod, ...FundMethod[]]
type CardProps = { onMade: (made: Withdrawal) => void; proposed: { method: FundMethod; amount: string } | undefined }

function useCard({ onMade, proposed }: CardProps) {
  const params = useWithdrawForm(proposed ?? { method: usual, amount: '' })
  const [confirming, setConfirming] = useState(false)
  const [tries, setTries] = useState(0)
  const isLoading = params.addresses === undefined && params.retry === undefined
  return {
    fields: params,
    isLoading,
    confirming,
    tries,
    close: () => setConfirming(false),
    change: (update: () => void) => {
      setConfirming(false)
      update()
    },
    submit: (event: SyntheticEvent) => {
      event.preventDefault()
      setTries((count) => count + 1)
      // Pressed before addresses or terms have come, it goes on when they are there.
      if (params.ready || (isLoading && params.problem === undefined)) setConfirming(true)
    },
    done: (made: Withdrawal) => {
      setConfirming(false)
      setTries(0)
      params.clear()
      onMade(made)
    },
  }
}

/** From the coin to the last check: where to, how much, and what arrives by when. */
export function WithdrawCard(props: CardProps) {
  const t = useTranslations('withdraw')
  const problemText = useProblemText()
  const { fields: params, isLoading, confirming, tries, close, change, submit, done } = useCard(props)
  const form = useFirstError(tries)
  const { data: fund } = useFundPassword()
  const { quote, problem: refused } = params.quoting
  const isWaiting = isRefused(refused, 'addressWaiting', 'addressMissing')
  return (
    <Card className="flex flex-col gap-6 p-5">
      {fund && <FundPasswordNote fund={fund} back="/profile/balance/withdraw" />}
      <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
        <WayPicker
          method={params.method}
          onPick={(method) => change(() => params.pick(method))}
          labels={{ coin: t('coin'), network: t('network') }}
          className="grid gap-4 desktop:grid-cols-2"
        />
        <AddressPicker
          method={params.method}
          addresses={params.addresses}
          onRequestAgain={params.retry}
          chosen={params.address?.id}
          onChoose={(id) => change(() => params.choose(id))}
          error={
            isWaiting
              ? problemText(refused)
              : tries > 0 && !isLoading && !params.address
                ? t('address.missing')
                : undefined
          }
        />
        <AmountField
          method={params.method}
          max={params.max}
          value={params.text}
          onValue={(text) => change(() => params.setText(text))}
          problem={tries > 0 || params.text !== '' ? params.problem : undefined}
        />
        <QuoteTerms method={params.method} quoting={params.quoting}>
          <ExpectedTime method={params.method} />
        </QuoteTerms>
        {refused !== null && !isWaiting && (
          <div role="alert">
            <Banner variant="danger">{problemText(refused)}</Banner>
          </div>
        )}
        <Button
          type="submit"
          size="large"
          busy={confirming && refused === null && (isLoading || params.ready !== undefined)}
        >
          {t('next')}
        </Button>
      </form>
      {confirming && params.ready && quote && (
        <ConfirmSheet
          withdrawal={{ ...params.ready, quote }}
          before={params.quoting.before}
          renewing={params.quoting.isFetching}
          onRenew={params.quoting.again}
          onNewQuote={params.quoting.replace}
          onDone={done}
          onClose={close}
        />
      )}
    </Card>
  )
}
