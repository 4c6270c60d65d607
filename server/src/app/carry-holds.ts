import type { LegalHold } from '@evenhand/protocol/case-hold.ts'
import type { MountedOperator } from '../kernel/http/operator-call.ts'

type HoldsParams = (customerIds: readonly string[]) => Promise<ReadonlyMap<string, LegalHold>>
type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The fields a schema gives an object, or the rows of a page. */
function shapeOf(schema: unknown): Fields {
  const { shape } = (schema as { _zod: { def: { shape?: Fields } } })._zod.def
  if (shape === undefined) return {}
  const { rows } = shape as { rows?: { _zod: { def: { element?: unknown } } } }
  return rows?._zod.def.element === undefined ? shape : shapeOf(rows._zod.def.element)
}

/** Whether the results of a route carry the legal holds of the customers they are about. */
export const carriesHold = ({ route }: MountedOperator): boolean => 'legalHold' in shapeOf(route.result)

const customerOf = (row: unknown): string | undefined => {
  if (!isFields(row)) return undefined
  const named = row['customerId'] ?? (isFields(row['values']) ? row['values']['customerId'] : undefined)
  return typeof named === 'string' ? named : undefined
}

/** Adds the legal hold of its customer to every result whose schema has a field for it: no domain can forget to. */
export const carryHolds = (mounted: readonly MountedOperator[], holdsOf: HoldsParams): MountedOperator[] =>
  mounted.map((one) =>
    carriesHold(one) ? { ...one, run: async (request, call) => withHolds(await one.run(request, call), holdsOf) } : one,
  )

async function withHolds(result: unknown, holdsOf: HoldsParams): Promise<unknown> {
  if (!isFields(result)) return result
  const rows: readonly unknown[] = Array.isArray(result['rows']) ? result['rows'] : [result]
  const customerIds = [...new Set(rows.flatMap((row) => customerOf(row) ?? []))]
  const holds = await holdsOf(customerIds)
  const marked = rows.map((row) => {
    const customerId = customerOf(row)
    return isFields(row) && customerId !== undefined ? { ...row, legalHold: holds.get(customerId) ?? null } : row
  })
  return rows === result['rows'] ? { ...result, rows: marked } : marked[0]
}
