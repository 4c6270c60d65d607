import { productProblem, type ProductProblem } from '@evenhand/proofs/plans/product.ts'
import { highDailyPpm } from '@evenhand/proofs/plans/terms.ts'
import { parseUnits } from '@evenhand/protocol/money.ts'
import type { ConsolePlan } from '@evenhand/protocol/plans-console.ts'

/** The values of a product in the order of its form; rates are per cent, amounts USDT. */
export const valueNames = ['days', 'dailyRate', 'penaltyRate', 'min', 'max', 'capacity'] as const
export type ValueName = (typeof valueNames)[number]
export type PlanForm = Readonly<Record<ValueName | 'board' | 'boardReason', string>>

/** Decimal text without zeros at its end, as a person types it. */
export const shortText = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)

/** The values of a product as a form begins with them; an empty form without one. The board signs each rate anew. */
export const formOf = (plan: ConsolePlan | undefined): PlanForm => ({
  days: plan === undefined ? '' : String(plan.days),
  dailyRate: shortText(plan?.dailyRate ?? ''),
  penaltyRate: shortText(plan?.penaltyRate ?? ''),
  min: shortText(plan?.min ?? ''),
  max: shortText(plan?.max ?? ''),
  capacity: shortText(plan?.capacity ?? ''),
  board: '',
  boardReason: '',
})

const scales = { days: 0, dailyRate: 4, penaltyRate: 4, min: 6, max: 6, capacity: 6 } as const

/** Whether a daily rate is above what is offered without a reason of the board. */
export const isHigh = (dailyRate: string): boolean => (parseUnits(dailyRate, scales.dailyRate) ?? 0n) > highDailyPpm

/** The first value of a form that is out of bounds, by the rule that the server holds it to; undefined where none is. */
export function formProblem(form: PlanForm): ProductProblem | undefined {
  const units: Partial<Record<ValueName, bigint>> = {}
  for (const name of valueNames) {
    const value = parseUnits(form[name], scales[name])
    if (value === undefined) return name
    units[name] = value
  }
  const { days = 0n, dailyRate = 0n, penaltyRate = 0n, min = 0n, max = 0n, capacity = 0n } = units
  const isSigned = form.board.trim().length >= 3 && form.boardReason.trim().length >= 3
  return productProblem({
    terms: { days: Number(days), dailyPpm: dailyRate, penaltyPpm: penaltyRate, coolingHours: 24 },
    min,
    max,
    capacity,
    hasBoardReason: isHigh(form.dailyRate) && isSigned,
  })
}

/** What both passkeys sign of a form. */
export function signedValues(form: PlanForm, replaces: string | undefined) {
  const { days, dailyRate, penaltyRate, min, max, capacity } = form
  return {
    days,
    dailyRate,
    penaltyRate,
    min,
    max,
    capacity,
    ...(replaces === undefined ? {} : { replaces }),
    ...(isHigh(dailyRate) ? { board: form.board.trim(), boardReason: form.boardReason.trim() } : {}),
  }
}
