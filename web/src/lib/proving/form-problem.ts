import { Refused } from '../problem.ts'

/** Texts of the namespace `auth.problem` that a field or a form can show. */
export type ProblemKey =
  | 'emailMissing'
  | 'passwordMissing'
  | 'passwordTooShort'
  | 'passwordTooLong'
  | 'passwordOwnName'
  | 'passwordSame'
  | 'passwordWrong'
  | 'passwordCommon'
  | 'confirmDifferent'
  | 'codeMissing'
  | 'countryMissing'
  | 'termsMissing'
  | 'termsOutdated'
  | 'inviteUnknown'

/** What is wrong with a field: one of our own texts, or the server's refusal with its values. */
export type Problem = ProblemKey | Refused
export type Problems<F extends string> = { readonly [field in F]?: Problem }

/** A refusal that the form can find without a request to the server, in the very words the server would cause. */
export const localRefusal = (key: Refused['key'], params: Refused['params'] = {}): Refused =>
  new Refused(key, { code: 0, params, traceId: '' })

type FieldReason = { field: string; reason: string }

/** The fields a 40020 names, each with its reason; an empty list for any other refusal. */
export function namedFields({ key, params }: Refused): FieldReason[] {
  const fields = params['fields']
  if (key !== 'dataIncomplete' || !Array.isArray(fields)) return []
  return fields.filter((one): one is FieldReason => typeof (one as FieldReason | null)?.field === 'string')
}

/** The seconds after which the server would take the call again, where the refusal has them. */
export const retryAfter = (problem: unknown): number => {
  const seconds = problem instanceof Refused ? problem.params['retryAfterS'] : undefined
  return typeof seconds === 'number' ? seconds : 0
}
