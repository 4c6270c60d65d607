import { conversionFeeRate } from '@evenhand/protocol/conversion.ts'
import type { FundCoin } from '@evenhand/protocol/funds.ts'
import { formatUnits, parseUnits } from '@evenhand/protocol/money.ts'
import { buttonClass } from '@evenhand/ui/button.tsx'
import { Card } from '@evenhand/ui/states.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { useState, type SyntheticEvent } from 'react'
import { useTranslations } from 'use-intl'
import { isRefused } from '../../lib/problem.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { useLocalNumber } from '../../lib/use-local-number.ts'
import { useRetryWait } from '../../lib/use-retry-wait.ts'
import { ConversionDone } from './conversion-done.tsx'
import { ConvertFields } from './convert-fields.tsx'
import { QuoteTerms } from './quote-terms.tsx'
import { readAmount, type ReadAmount } from './read-amount.ts'
import { useConversion, type Terms } from './use-conversion.ts'
import { toFirstError } from '../../lib/use-first-error.ts'
import { RetryButton } from '../../lib/retry-button.tsx'

/** The rate as a percentage: 0.001 is 0.1. */
const feePercent = formatUnits(parseUnits(conversionFeeRate, 4) ?? 0n, 2).replace(/0+$/, '')

/** One coin for another on the real account: amount, terms that hold for a minute, and what came of it. */
export function ConvertCard() {
  const t = useTranslations('convert')
  const { number } = useLocalNumber()
  const { terms, quoted, change, quoting, converting } = useConversion()
  const [read, setRead] = useState<ReadAmount>()
  const wait = useRetryWait(quoting.error)
  const problem = quoting.error ?? (isRefused(converting.error, 'quoteChanged') ? null : converting.error)
  const error = useAmountError({ read, problem, coin: terms.from })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const now = readAmount(terms.amount, terms.from)
    setRead(now)
    if ('amount' in now) quoting.mutate({ ...terms, amount: now.amount })
  }
  const changeTerms = (part: Partial<Terms>) => {
    setRead(undefined)
    change(part)
  }
  return (
    <Card className="flex flex-col gap-4 p-5">
      <div>
        <h2 className="text-18 font-700">{t('title')}</h2>
        <p className="text-13 text-fg2">{t('lead', { percent: number(feePercent) })}</p>
      </div>
      <form ref={toFirstError} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <ConvertFields terms={terms} error={error} onChange={changeTerms} />
        {isRefused(problem, 'insufficientBalance') && (
          <Link to="/profile/balance" className={`${buttonClass('secondary')} self-start`}>
            {t('deposit')}
          </Link>
        )}
        {quoted === undefined ? (
          <RetryButton type="submit" size="large" busy={quoting.isPending} wait={wait}>
            {t('quote')}
          </RetryButton>
        ) : (
          <QuoteTerms
            quoted={quoted}
            busy={converting.isPending}
            onConvert={() => converting.mutate(quoted)}
            onAgain={() => quoting.mutate({ from: quoted.from, to: quoted.to, amount: quoted.amount })}
          />
        )}
      </form>
      {converting.data !== undefined && <ConversionDone conversion={converting.data} />}
    </Card>
  )
}

type ErrorParams = { read: ReadAmount | undefined; problem: unknown; coin: FundCoin }

/** What stands under the amount: what is not certain or wrong about it, else what the server refused. */
function useAmountError({ read, problem, coin }: ErrorParams): string | undefined {
  const t = useTranslations('convert')
  const funds = useTranslations('funds')
  const problemText = useProblemText()
  const { amount } = useLocalNumber()
  if (read !== undefined && 'ambiguous' in read)
    return funds('deposit.problem.ambiguous', { amount: amount(read.ambiguous) })
  if (read !== undefined && 'refused' in read) return problemText(read.refused)
  if (isRefused(problem, 'notTradableNow')) return t('noPrice')
  if (isRefused(problem, 'feedKindTooLow')) return t('tooFewSources')
  if (isRefused(problem, 'notFound')) return t('quoteGone')
  if (isRefused(problem, 'capacityReached')) {
    const left = problem.params['left']
    return typeof left === 'string' ? t('capacity', { left: amount(left, coin) }) : t('noCapacity')
  }
  return problem === null ? undefined : problemText(problem)
}
