import { TextField } from '@evenhand/ui/field.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { usdtText } from './usdt.ts'
import { Amount } from './format.tsx'
import { parseAmount } from './parse-amount.ts'
import { useLocalNumber } from './use-local-number.ts'

type Range = { readonly min: bigint; readonly max: bigint }
type BoxProps = {
  label: string
  text: string
  onType: (text: string) => void
  range: Range | undefined
  error?: ReactNode
  aside?: ReactNode
}

/** What a text means as an amount within a range: units, or why it is none. An empty one has no problem. */
export type ReadAmount =
  | { readonly units: bigint }
  | { readonly problem: 'malformed' | 'range' | 'empty' }
  | { readonly ambiguous: string }

/** Reads an amount of USDT strictly and holds it against a range. */
export function readAmount(text: string, range: Range | undefined): ReadAmount {
  const read = parseAmount(text)
  if (read.kind === 'ambiguous') return { ambiguous: read.readings[0] ?? '' }
  if (read.kind !== 'amount') return { problem: read.kind }
  if (!range || read.units < range.min || read.units > range.max) return { problem: 'range' }
  return { units: read.units }
}

/** The words for an amount that is none, or nothing. */
export function useAmountProblem(): (read: ReadAmount, range: Range | undefined) => string | undefined {
  const t = useTranslations('amount')
  const { amount } = useLocalNumber()
  return (read, range) => {
    if ('ambiguous' in read) return t('ambiguous', { amount: amount(read.ambiguous) })
    if ('units' in read || read.problem === 'empty') return undefined
    if (read.problem === 'malformed' || !range) return t('malformed')
    return t('range', { min: amount(usdtText(range.min)), max: amount(usdtText(range.max), 'USDT') })
  }
}

/** The amount of a plan: its field, and the ends of its range for one press. */
export function AmountBox({ label, text, onType, range, error, aside }: BoxProps) {
  const t = useTranslations('amount')
  return (
    <div>
      <TextField
        label={label}
        value={text}
        onChange={(event) => onType(event.target.value)}
        error={error}
        aside={aside}
        suffix="USDT"
        dir="ltr"
        inputMode="decimal"
        autoComplete="off"
        enterKeyHint="done"
        maxLength={30}
      />
      {range && (
        <div className="mt-2 flex flex-wrap gap-2" role="group" aria-label={t('quick')}>
          {(['min', 'max'] as const).map((end) => (
            <button
              key={end}
              type="button"
              onClick={() => onType(usdtText(range[end]).replace(/\.00$/, ''))}
              className="inline-flex min-h-8 items-center gap-1.5 rounded-control bg-sunken px-3 text-13 text-fg2 hover:text-fg mobile:min-h-11"
            >
              {t(end)} <Amount text={usdtText(range[end])} />
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
