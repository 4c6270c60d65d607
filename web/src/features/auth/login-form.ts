import { Refused } from '../../lib/problem.ts'
import { accountProblem } from '../../lib/proving/account-form.ts'
import type { Problems } from '../../lib/proving/form-problem.ts'

export type LoginState = { account: string; password: string }
export type LoginField = keyof LoginState

/** What is wrong with the form before it is sent. */
export function loginProblems({ account, password }: LoginState): Problems<LoginField> {
  const wrongAccount = accountProblem(account.trim())
  return {
    ...(wrongAccount ? { account: wrongAccount } : {}),
    ...(password === '' ? { password: 'passwordMissing' as const } : {}),
  }
}

const atAccount = new Set(['accountRequired', 'emailMalformed', 'usernameMalformed'])

/** The field at which a refusal of the server stands; undefined when it concerns the whole form. */
export function loginField(problem: unknown): LoginField | undefined {
  if (!(problem instanceof Refused)) return undefined
  if (atAccount.has(problem.key)) return 'account'
  return problem.key === 'credentialsWrong' ? 'password' : undefined
}
