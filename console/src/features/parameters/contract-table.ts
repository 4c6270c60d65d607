import { classBoundsText, exposureBounds, halfSpreadUnit, termsOfRow } from '@evenhand/proofs/contracts/class-table.ts'
import { contractClassNames } from '@evenhand/proofs/contracts/terms.ts'
import type { ContractTableText } from '@evenhand/protocol/contract-params.ts'
import { evenDecimals } from '@evenhand/ui/even-decimals.ts'
import { formatDecimal } from '@evenhand/ui/format.tsx'

export type ClassRow = ContractTableText['classes'][number]
export type ClassName = (typeof contractClassNames)[number]

export const rates = ['halfSpread', 'fee', 'financing'] as const
export const classFields = [...rates, 'leverage'] as const
export type ClassField = (typeof classFields)[number]
export const exposureFields = ['instrument', 'total'] as const

/** The class of a row, where this page knows it. */
export const classOf = (row: Pick<ClassRow, 'class'>): ClassName | undefined =>
  contractClassNames.find((name) => name === row.class)

/** What the value of a field is written in: the text of `parameters.contracts.unit`. */
export function unitOf(name: ClassName, field: ClassField) {
  if (field === 'leverage') return 'times'
  return field === 'halfSpread' ? halfSpreadUnit(name) : 'percent'
}

/** A value in the decimals of those under it that are written in the same unit. */
export function evenValue(rows: readonly ClassRow[], row: ClassRow, field: ClassField): string {
  const unitOfRow = (one: ClassRow) => {
    const name = classOf(one)
    return name && unitOf(name, field)
  }
  const unit = unitOfRow(row)
  if (unit === 'times') return String(row[field])
  const column = rows.filter((one) => unitOfRow(one) === unit).map((one) => String(one[field]))
  return formatDecimal(String(row[field]), { decimals: evenDecimals(column, unit === 'percent' ? 2 : 1) })
}

export type Bounds = { readonly from: string; readonly to: string }
/** The least and the most that two officers may decide for a field of a class. */
export function boundsOf(name: ClassName, field: (typeof rates)[number]): Bounds {
  const [from, to] = classBoundsText(name)[field]
  return { from, to }
}
export const exposureSpan: Bounds = { from: String(exposureBounds[0]), to: String(exposureBounds[1]) }

/** Whether a field holds by itself, as the server will require. */
export function isField(row: ClassRow, field: ClassField, current: ClassRow): boolean {
  return termsOfRow({ ...current, [field]: row[field] }, 1) !== undefined
}

export type ChangedField = {
  readonly class: ClassName
  readonly field: ClassField
  readonly was: string
  readonly now: string
}

/** What another table changes of the classes, in their order. */
export const changedFields = (before: ContractTableText, after: ContractTableText): readonly ChangedField[] =>
  after.classes.flatMap((row) => {
    const name = classOf(row)
    const old = before.classes.find((one) => one.class === row.class)
    if (name === undefined || old === undefined) return []
    return classFields
      .filter((field) => old[field] !== row[field])
      .map((field) => ({ class: name, field, was: String(old[field]), now: String(row[field]) }))
  })

/** Which limits of the house another table changes. */
export const changedExposure = (before: ContractTableText, after: ContractTableText) =>
  exposureFields.filter((field) => before.exposure[field] !== after.exposure[field])
