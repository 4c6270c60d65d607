import { prepareRepaymentPlan } from '@evenhand/protocol/loans-console.ts'
import { moneyText } from '@evenhand/protocol/money.ts'
import { planInstalments } from '@evenhand/protocol/repayment-plan-rules.ts'
import { TextField } from '@evenhand/ui/field.tsx'
import { Figure } from '@evenhand/ui/format.tsx'
import { Select } from '@evenhand/ui/select.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { DecisionDialog } from '../../case/decision-dialog.tsx'
import { call } from '../../lib/call.ts'
import { isolated } from '../../lib/isolated.ts'
import type { LoanCaseView } from './loan-case.tsx'
import { dayAfter, splitOwed, unspread, type TypedInstalment } from './plan-split.ts'

const everyDays = [7, 14, 30] as const
const firstAfterDays = 7
const usualCount = 3
const counts = Array.from(
  { length: planInstalments.max - planInstalments.min + 1 },
  (_, at) => planInstalments.min + at,
)

/** A repayment plan in equal parts at first, of which each day and amount can be another; together they are what is owed. */
export function PreparePlanDialog({ seen, onClose }: { seen: LoanCaseView; onClose: () => void }) {
  const t = useTranslations('loans')
  const queries = useQueryClient()
  const owed = seen.owed.total
  const [split, setSplit] = useState<Split>({
    count: usualCount,
    every: 30,
    first: dayAfter(seen.owed.at, firstAfterDays),
  })
  const [instalments, setInstalments] = useState(() => splitOwed({ owed, ...split }))
  const splitAnew = (change: Partial<Split>) => {
    const next = { ...split, ...change }
    setSplit(next)
    setInstalments(splitOwed({ owed, ...next }))
  }
  const change = (at: number, field: Partial<TypedInstalment>) =>
    setInstalments(instalments.map((one, n) => (n === at ? { ...one, ...field } : one)))
  const rest = unspread(owed, instalments)
  const isComplete = rest === 0n && instalments.every(({ day }) => day !== '')
  return (
    <DecisionDialog
      title={t('plan.prepareTitle', { orderNo: seen.orderNo })}
      effect={t('plan.effect')}
      button={t('plan.prepare')}
      danger={false}
      about="agree"
      complete={isComplete}
      submit={(reason) =>
        call(prepareRepaymentPlan, {
          id: seen.id,
          reason,
          instalments: instalments.map(({ day, amount }) => ({ day, amount: amount.trim() })),
        }).finally(() => queries.invalidateQueries())
      }
      onClose={onClose}
    >
      {(tried) => (
        <>
          <SplitFields split={split} onSplit={splitAnew} />
          <InstalmentFields instalments={instalments} onChange={change} />
          <Rest rest={rest} tried={tried} />
        </>
      )}
    </DecisionDialog>
  )
}

/** How far the instalments are from what is owed. */
function Rest({ rest, tried }: { rest: bigint | undefined; tried: boolean }) {
  const t = useTranslations('loans')
  const text = (units: bigint) => isolated(moneyText({ asset: 'USDT', units }))
  return (
    <p role="status" className={rest === 0n ? 'text-13 text-good' : tried ? 'text-13 text-danger' : 'text-13 text-fg2'}>
      {rest === undefined && t('plan.addUp')}
      {rest === 0n && t('plan.fits')}
      {rest !== undefined && rest > 0n && t('plan.rest', { rest: text(rest) })}
      {rest !== undefined && rest < 0n && t('plan.over', { rest: text(-rest) })}
    </p>
  )
}

type Split = { readonly count: number; readonly every: number; readonly first: string }

/** How many instalments, how far apart, and from which day on. */
function SplitFields({ split, onSplit }: { split: Split; onSplit: (change: Partial<Split>) => void }) {
  const t = useTranslations('loans')
  return (
    <div className="grid gap-3 desktop:grid-cols-3">
      <Select
        label={t('plan.count')}
        value={String(split.count)}
        options={counts.map((count) => ({ value: String(count), label: String(count) }))}
        onChange={({ target }) => onSplit({ count: Number(target.value) })}
      />
      <Select
        label={t('plan.every')}
        value={String(split.every)}
        options={everyDays.map((days) => ({ value: String(days), label: t('daysOf', { count: days }) }))}
        onChange={({ target }) => onSplit({ every: Number(target.value) })}
      />
      <TextField
        type="date"
        label={t('plan.first')}
        value={split.first}
        onChange={({ target }) => onSplit({ first: target.value })}
      />
    </div>
  )
}

type InstalmentsProps = {
  instalments: readonly TypedInstalment[]
  onChange: (at: number, field: Partial<TypedInstalment>) => void
}

/** Each instalment with its day and amount. */
function InstalmentFields({ instalments, onChange }: InstalmentsProps) {
  const t = useTranslations('loans')
  return (
    <ol className="flex max-h-72 flex-col gap-2 overflow-y-auto">
      {instalments.map(({ day, amount }, at) => (
        <li key={at} className="flex items-end gap-2">
          <Figure className="w-6 shrink-0 pb-3 text-fg2">{at + 1}</Figure>
          <TextField
            type="date"
            label={t('plan.day')}
            value={day}
            onChange={({ target }) => onChange(at, { day: target.value })}
            className="min-w-0 grow basis-0"
          />
          <TextField
            inputMode="decimal"
            dir="ltr"
            label={t('plan.amount')}
            suffix="USDT"
            value={amount}
            onChange={({ target }) => onChange(at, { amount: target.value })}
            className="min-w-0 grow basis-0"
          />
        </li>
      ))}
    </ol>
  )
}
