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
  const of = useWithdrawForm(proposed ?? { method: usual, amount: '' })
  const [confirming, setConfirming] = useState(false)
  const [tries, setTries] = useState(0)
  const isLoading = of.addresses === undefined && of.askAgain === undefined
  return {
    of,
    isLoading,
    confirming,
    tries,
    close: () => setConfirming(false),
    change: (act: () => void) => {
      setConfirming(false)
      act()
    },
    submit: (event: SyntheticEvent) => {
      event.preventDefault()
      setTries((count) => count + 1)
      // Pressed before addresses or terms have come, it goes on when they are there.
      if (of.ready || (isLoading && of.problem === undefined)) setConfirming(true)
    },
    done: (made: Withdrawal) => {
      setConfirming(false)
      setTries(0)
      of.clear()
      onMade(made)
    },
  }
}

/** From the coin to the last look: where to, how much, and what arrives by when. */
export function WithdrawCard(props: CardProps) {
  const t = useTranslations('withdraw')
  const problemText = useProblemText()
  const { of, isLoading, confirming, tries, close, change, submit, done } = useCard(props)
  const form = useFirstError(tries)
  const { data: fund } = useFundPassword()
  const { quote, problem: refused } = of.quoting
  const isWaiting = isRefused(refused, 'addressWaiting', 'addressMissing')
  return (
    <Card className="flex flex-col gap-6 p-5">
      {fund && <FundPasswordNote fund={fund} />}
      <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
        <WayPicker
          method={of.method}
          onPick={(method) => change(() => of.pick(method))}
          labels={{ coin: t('coin'), network: t('network') }}
          className="grid gap-4 desktop:grid-cols-2"
        />
        <AddressPicker
          method={of.method}
          addresses={of.addresses}
          onAskAgain={of.askAgain}
          chosen={of.address?.id}
          onChoose={(id) => change(() => of.choose(id))}
          error={
            isWaiting ? problemText(refused) : tries > 0 && !isLoading && !of.address ? t('address.missing') : undefined
          }
        />
        <AmountField
          method={of.method}
          max={of.max}
          value={of.text}
          onValue={(text) => change(() => of.setText(text))}
          problem={tries > 0 || of.text !== '' ? of.problem : undefined}
        />
        <QuoteTerms method={of.method} of={of.quoting}>
          <ExpectedTime method={of.method} />
        </QuoteTerms>
        {refused !== null && !isWaiting && (
          <div role="alert">
            <Banner look="danger">{problemText(refused)}</Banner>
          </div>
        )}
        <Button
          type="submit"
          size="large"
          busy={confirming && refused === null && (isLoading || of.ready !== undefined)}
        >
          {t('next')}
        </Button>
      </form>
      {confirming && of.ready && quote && (
        <ConfirmSheet
          of={{ ...of.ready, quote }}
          before={of.quoting.before}
          renewing={of.quoting.isFetching}
          onRenew={of.quoting.again}
          onNewQuote={of.quoting.replace}
          onDone={done}
          onClose={close}
        />
      )}
    </Card>
  )
}
