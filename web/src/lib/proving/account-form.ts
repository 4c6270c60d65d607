import { usernameForm } from '@evenhand/protocol/accounts.ts'
import { localRefusal, type Problem } from './form-problem.ts'
import type { Refused } from '../problem.ts'

const address = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/

/** What is wrong with an e-mail address by its form; of an empty one, that the address is missing and not a user name. */
export function emailProblem(email: string): Problem | undefined {
  if (email === '') return 'emailMissing'
  return address.test(email) && email.length <= 254 ? undefined : localRefusal('emailMalformed')
}

/** The refusal a user name would meet by its form; an empty one is drawn by the server. */
export const usernameProblem = (username: string): Refused | undefined =>
  username === '' || usernameForm.test(username) ? undefined : localRefusal('usernameMalformed')

/** The refusal an account name, a user name or an e-mail address, would meet by its form. */
export function accountProblem(account: string): Problem | undefined {
  if (account === '') return localRefusal('accountRequired')
  if (account.includes('@')) return emailProblem(account)
  return usernameProblem(account)
}

const digitZeros = [0x660, 0x6f0, 0xff10]

/** Turns Arabic, Persian and full-width digits into 0–9 and drops spaces: a code as the server takes it. */
export const asciiCode = (text: string): string =>
  [...text]
    .map((mark) => {
      const point = mark.codePointAt(0) ?? 0
      const zero = digitZeros.find((first) => point >= first && point <= first + 9)
      return zero === undefined ? mark : String(point - zero)
    })
    .join('')
    .replace(/\s/g, '')
