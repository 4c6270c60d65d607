import type { FundMethod } from '@evenhand/protocol/funds.ts'
import { parseUnits } from '@evenhand/protocol/money.ts'
import { withdrawalLimits } from '@evenhand/protocol/withdrawals.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { TextField } from '@evenhand/ui/field.tsx'
import { useTranslations } from 'use-intl'
import { formatAmount } from '../../lib/format.tsx'
import { isolated } from '../../lib/isolated.ts'
import { Refused } from '../../lib/problem.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { useSentences } from '../../lib/sentences.ts'
import { useLocalNumber } from '../../lib/use-local-number.ts'
import type { useMaxWithdrawal } from './use-withdrawals.ts'
import { textOf, type AmountProblem } from './withdraw-form.ts'

type Max = ReturnType<typeof useMaxWithdrawal>['data']
type AmountProps = {
  method: FundMethod
  max: Max
  value: string
  onValue: (text: string) => void
  problem: AmountProblem | undefined
}

/** How much, with all that can leave now at one press, and what bounds it. */
export function AmountField({ method, max, value, onValue, problem }: AmountProps) {
  const t = useTranslations('withdraw')
  const sentences = useSentences()
  const problemText = useProblemText()
  const { coin } = method
  const { amount } = useLocalNumber()
  const written = (text: string, asset: string = coin) => amount(text, asset)
  const error = (() => {
    if (problem === undefined) return undefined
    if (problem instanceof Refused) return problemText(problem)
    if (typeof problem === 'object') return t('amount.ambiguous', { amount: amount(problem.ambiguous) })
    return problem === 'missing' ? t('amount.missing') : t('amount.overLimit', { amount: written(max?.max ?? '0') })
  })()
  const isBound = max?.boundBy === 'KYC_LIMIT'
  // More than the usual limit is for verified customers; others see the way to verify where the limit bounds.
  const isVerified = max !== undefined && parseUnits(max.limit.most, 6) !== withdrawalLimits.BASIC
  return (
    <div className="flex flex-col gap-2">
      <TextField
        label={t('amount.label')}
        aside={max && t('amount.free', { amount: isolated(`${formatAmount(max.free)}\u00a0${coin}`) })}
        value={value}
        onChange={(event) => onValue(event.target.value)}
        error={error}
        suffix={
          <span className="flex items-center gap-2">
            {coin}
            <Button
              variant="weak"
              size="small"
              className="-me-1.5"
              disabled={max === undefined}
              onClick={() => max && onValue(max.max)}
            >
              {t('amount.max')}
            </Button>
          </span>
        }
        dir="ltr"
        inputMode="decimal"
        autoComplete="off"
        maxLength={40}
      />
      <p className="text-13 text-fg2">
        {sentences(
          t('amount.min', { amount: written(textOf(method, method.minWithdrawal)) }),
          isBound &&
            (max.limit.used === null
              ? t('amount.boundUnknown', { most: written(max.limit.most, 'USDT') })
              : t('amount.bound', {
                  max: written(max.max),
                  most: written(max.limit.most, 'USDT'),
                  used: written(max.limit.used, 'USDT'),
                })),
          !isBound &&
            max !== undefined &&
            max.limit.used !== null &&
            t('amount.limit', { most: written(max.limit.most, 'USDT'), used: written(max.limit.used, 'USDT') }),
          isVerified && isBound && t('amount.more'),
        )}
      </p>
    </div>
  )
}
