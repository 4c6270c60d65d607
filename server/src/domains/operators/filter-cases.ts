import { assetScales, parseUnits } from '@evenhand/protocol/money.ts'
import type { CaseFilter, CaseFilterRequest } from '../../kernel/module/case-filter.ts'
import type { OperatorCall } from '../../kernel/http/operator-call.ts'
import { shownAssignments } from './assign-cases.ts'
import type { ConsoleDeps } from './console.deps.ts'
import type { SignInDeps } from './operators.deps.ts'
import { badField } from './operators.rules.ts'

/** Legal holds in force that a list is narrowed to at most. */
const maxHeld = 5000

type FilterCasesParams = { call: OperatorCall; noun: string; request: CaseFilterRequest }
type FilterCasesDeps = SignInDeps & { heldCustomers: ConsoleDeps['heldCustomers'] | undefined }

/** Looks up what a filter by assignee and legal hold means at this moment. Refuses 40020 a range that ends before it begins. */
export async function filterCases(
  deps: FilterCasesDeps,
  { call, noun, request }: FilterCasesParams,
): Promise<CaseFilter> {
  const { from, to, assignee, risk } = request
  const minUsdt = parseUnits(request.minUsdt, assetScales.USDT)
  const maxUsdt = parseUnits(request.maxUsdt, assetScales.USDT)
  if (from !== undefined && to !== undefined && to <= from) throw badField('to', 'beforeFrom')
  if (minUsdt !== undefined && maxUsdt !== undefined && maxUsdt < minUsdt) throw badField('maxUsdt', 'belowMinUsdt')
  return {
    from,
    to,
    minUsdt,
    maxUsdt,
    ...(assignee === undefined ? {} : await casesOf(deps, { call, noun, assignee })),
    ...(risk === 'LEGAL_HOLD' ? { customers: await heldCustomers(deps) } : {}),
  }
}

async function casesOf(
  { db, clock }: SignInDeps,
  { call, noun, assignee }: Pick<FilterCasesParams, 'call' | 'noun'> & { assignee: 'mine' | 'none' },
): Promise<CaseFilter> {
  const assigned = await shownAssignments(db, clock.now())
  const prefix = `${noun}:`
  const wanted = assigned.filter(
    ({ subject, operatorId }) => subject.startsWith(prefix) && (assignee === 'none' || operatorId === call.operator.id),
  )
  const ids = wanted.map(({ subject }) => subject.slice(prefix.length))
  return assignee === 'mine' ? { onlyCases: ids } : { exceptCases: ids }
}

async function heldCustomers({ heldCustomers: list }: FilterCasesDeps): Promise<readonly string[]> {
  const { rows } = (await list?.({ limit: maxHeld, offset: 0 })) ?? { rows: [] }
  return rows.map(({ customerId }) => customerId)
}
