import { caseRisks, filterUsdt, type AssigneeFilter, type CaseRisk } from '@evenhand/protocol/case-filters.ts'
import * as z from 'zod/mini'
import { oneOf } from '../lib/search.ts'

/** A day as the address has it, in this browser's zone, which is the one that columns show. */
const isDay = (text: string): boolean => /^20\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(startOf(text))
const day = z.catch(z.optional(z.string().check(z.refine(isDay))), undefined)
const usdt = z.catch(z.optional(filterUsdt), undefined)

/** What a queue keeps in its address of the cases it is narrowed to: first and last day, worth in USDT, what is odd. */
export const caseSearch = { from: day, to: day, min: usdt, max: usdt, risk: oneOf(caseRisks) }
export type CaseSearch = {
  from?: string | undefined
  to?: string | undefined
  min?: string | undefined
  max?: string | undefined
  risk?: CaseRisk | undefined
  who?: AssigneeFilter | undefined
}

/** Every filter of an address that can be taken off by itself. */
export const caseFilterNames = ['who', 'from', 'to', 'min', 'max', 'risk'] as const
export const noFilters: CaseSearch = Object.fromEntries(caseFilterNames.map((name) => [name, undefined]))

/** The first millisecond of a day, or of the one that many days later. */
function startOf(text: string, later = 0): number {
  const midnight = new Date(`${text}T00:00`)
  midnight.setDate(midnight.getDate() + later)
  return midnight.getTime()
}

/** The filters as the server takes them; a risk that this queue does not know is none. */
export function caseRequest<R extends CaseRisk>(search: CaseSearch, risks: readonly R[]) {
  const { who, from, to, min, max } = search
  const risk = risks.find((one) => one === search.risk)
  return {
    ...(from === undefined ? {} : { from: startOf(from) }),
    ...(to === undefined ? {} : { to: startOf(to, 1) }),
    ...(min === undefined ? {} : { minUsdt: min }),
    ...(max === undefined ? {} : { maxUsdt: max }),
    ...(who === undefined ? {} : { assignee: who }),
    ...(risk === undefined ? {} : { risk }),
  }
}
