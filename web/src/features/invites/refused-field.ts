import { Refused } from '../../lib/problem.ts'

/** Why the field of a refused request was refused (40020); undefined for any other problem. */
export function refusedField(problem: unknown): string | undefined {
  if (!(problem instanceof Refused)) return undefined
  const { fields } = problem.params as { fields?: unknown }
  const [first] = Array.isArray(fields) ? (fields as { reason?: unknown }[]) : []
  return typeof first?.reason === 'string' ? first.reason : undefined
}
