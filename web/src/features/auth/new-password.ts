import { passwordLength } from '@evenhand/protocol/accounts.ts'
import { Refused } from '../../lib/problem.ts'
import { namedFields, type Problem, type ProblemKey, type Problems } from '../../lib/proving/form-problem.ts'

/** What is wrong with a new password before it is sent; the server knows the common ones. */
export function newPasswordProblem(password: string, own: readonly string[]): ProblemKey | undefined {
  const length = [...password].length
  if (length === 0) return 'passwordMissing'
  if (length < passwordLength.min) return 'passwordTooShort'
  if (length > passwordLength.max) return 'passwordTooLong'
  const named = own.some((name) => name !== '' && name.trim().toLowerCase() === password.toLowerCase())
  return named ? 'passwordOwnName' : undefined
}

export type RepasswordState = { old: string; code: string; password: string; confirm: string }
export type RepasswordField = keyof RepasswordState

const atField: { readonly [key in Refused['key']]?: RepasswordField } = { codeWrong: 'code', credentialsWrong: 'old' }
const ownTexts: Readonly<Record<string, readonly [RepasswordField, ProblemKey]>> = {
  'new missing': ['password', 'passwordMissing'],
  'new tooShort': ['password', 'passwordTooShort'],
  'new tooLong': ['password', 'passwordTooLong'],
  'new ownName': ['password', 'passwordOwnName'],
  'new common': ['password', 'passwordCommon'],
  'new same': ['password', 'passwordSame'],
  'confirm different': ['confirm', 'confirmDifferent'],
  'code missing': ['code', 'codeMissing'],
  'old missing': ['old', 'passwordMissing'],
}

/** Each refusal of a new password at its field; empty when it concerns the whole form. */
export function repasswordRefused(problem: unknown): Problems<RepasswordField> {
  if (!(problem instanceof Refused)) return {}
  const field = atField[problem.key]
  if (field) return { [field]: problem.key === 'credentialsWrong' ? 'passwordWrong' : problem }
  const named = namedFields(problem).flatMap(({ field: name, reason }): (readonly [string, Problem])[] => {
    const own = ownTexts[`${name} ${reason}`]
    return own ? [own] : []
  })
  return Object.fromEntries(named)
}
