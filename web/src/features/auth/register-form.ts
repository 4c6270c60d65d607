import { passwordLength, type register } from '@evenhand/protocol/accounts.ts'
import type * as z from 'zod/mini'
import { Refused } from '../../lib/problem.ts'
import { asciiCode, emailProblem, usernameProblem } from '../../lib/proving/account-form.ts'
import {
  localRefusal,
  namedFields,
  type Problem,
  type ProblemKey,
  type Problems,
} from '../../lib/proving/form-problem.ts'

export type RegisterState = {
  username: string
  email: string
  code: string
  password: string
  country: string
  inviteCode: string
  adult: boolean
  terms: boolean
}
export type RegisterField = keyof RegisterState

export const emptyRegistration: RegisterState = {
  username: '',
  email: '',
  code: '',
  password: '',
  country: '',
  inviteCode: '',
  adult: false,
  terms: false,
}

/** What is wrong with the form before it is sent, field by field. */
export function registerProblems(state: RegisterState, minAge: number): Problems<RegisterField> {
  const found: [RegisterField, Problem | undefined][] = [
    ['username', usernameProblem(state.username.trim())],
    ['email', emailProblem(state.email.trim())],
    ['code', asciiCode(state.code) === '' ? 'codeMissing' : undefined],
    ['password', passwordProblem(state)],
    ['country', state.country === '' ? 'countryMissing' : undefined],
    ['adult', state.adult ? undefined : localRefusal('underage', { minAge })],
    ['terms', state.terms ? undefined : 'termsMissing'],
  ]
  return Object.fromEntries(found.filter(([, problem]) => problem !== undefined))
}

function passwordProblem({ password, username, email }: RegisterState): ProblemKey | undefined {
  const length = [...password].length
  if (length === 0) return 'passwordMissing'
  if (length < passwordLength.min) return 'passwordTooShort'
  if (length > passwordLength.max) return 'passwordTooLong'
  const own = [username, email].some((name) => name !== '' && name.trim().toLowerCase() === password.toLowerCase())
  return own ? 'passwordOwnName' : undefined
}

type Extra = { termsVersion: string; lang: string }

/** The request of the call. An empty user name and invite code are left out: the server draws the one and needs no other. */
export const registerRequest = (
  state: RegisterState,
  { termsVersion, lang }: Extra,
): z.output<typeof register.request> => ({
  ...(state.username.trim() === '' ? {} : { username: state.username.trim() }),
  email: state.email.trim(),
  password: state.password,
  // One field that can be shown takes the place of a second one; the call has both.
  confirm: state.password,
  code: asciiCode(state.code),
  ...(state.inviteCode.trim() === '' ? {} : { inviteCode: state.inviteCode.trim() }),
  country: state.country,
  adult: state.adult,
  termsVersion,
  lang,
})

const fieldOfRefusal: { readonly [key in Refused['key']]?: RegisterField } = {
  usernameMalformed: 'username',
  usernameTaken: 'username',
  accountRequired: 'email',
  emailMalformed: 'email',
  emailTaken: 'email',
  phoneCodeUnsupported: 'email',
  codeWrong: 'code',
  codeNotSent: 'code',
  notInYourCountry: 'country',
  underage: 'adult',
}
const ownTexts: Readonly<Record<string, ProblemKey>> = {
  'password missing': 'passwordMissing',
  'password tooShort': 'passwordTooShort',
  'password tooLong': 'passwordTooLong',
  'password ownName': 'passwordOwnName',
  'password common': 'passwordCommon',
  'code missing': 'codeMissing',
  'country unknown': 'countryMissing',
  'termsVersion outdated': 'termsOutdated',
  'inviteCode unknown': 'inviteUnknown',
}
const isField = (name: string): name is RegisterField => name in emptyRegistration

/** Each refusal of the server at its field; empty when it concerns the whole form. */
export function refusedFields(problem: unknown): Problems<RegisterField> {
  if (!(problem instanceof Refused)) return {}
  const field = fieldOfRefusal[problem.key]
  if (field) return { [field]: problem }
  const named = namedFields(problem).flatMap(({ field: name, reason }) => {
    const at = name === 'termsVersion' ? 'terms' : name
    return isField(at) ? [[at, ownTexts[`${name} ${reason}`] ?? problem] as const] : []
  })
  return Object.fromEntries(named)
}
