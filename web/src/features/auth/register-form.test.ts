import { expect, test } from 'vitest'
import { Refused } from '../../lib/problem.ts'
import { accountProblem, asciiCode } from '../../lib/proving/account-form.ts'
import { loginField, loginProblems } from './login-form.ts'
import { strengthOf } from './password-strength.ts'
import {
  emptyRegistration,
  refusedFields,
  registerRequest,
  registerProblems,
  type RegisterState,
} from './register-form.ts'

const good: RegisterState = {
  username: 'amy',
  email: ' amy@example.com ',
  code: ' ١٢٣ ۴۵６ ',
  password: 'correct horse',
  country: 'SG',
  inviteCode: '',
  adult: true,
  terms: true,
}
const refused = (key: Refused['key'], params: Record<string, unknown> = {}) =>
  new Refused(key, { code: 1, params, traceId: '' })
const keyOf = (problem: unknown) => (problem instanceof Refused ? problem.key : problem)

test('a whole form has no problem, and its request is what the server takes', () => {
  expect(registerProblems(good, 18)).toEqual({})
  expect(registerRequest(good, { termsVersion: '2', lang: 'zh' })).toEqual({
    username: 'amy',
    email: 'amy@example.com',
    code: '123456',
    password: 'correct horse',
    confirm: 'correct horse',
    country: 'SG',
    adult: true,
    termsVersion: '2',
    lang: 'zh',
  })
})

test('an empty form names every field that is needed, and no other', () => {
  const problems = registerProblems(emptyRegistration, 18)
  expect(Object.fromEntries(Object.entries(problems).map(([field, problem]) => [field, keyOf(problem)]))).toEqual({
    email: 'emailMissing',
    code: 'codeMissing',
    password: 'passwordMissing',
    country: 'countryMissing',
    adult: 'underage',
    terms: 'termsMissing',
  })
})

test.each([
  [{ username: 'a b' }, 'username', 'usernameMalformed'],
  [{ email: 'amy@' }, 'email', 'emailMalformed'],
  [{ password: '123456789' }, 'password', 'passwordTooShort'],
  [{ password: '🔑'.repeat(129) }, 'password', 'passwordTooLong'],
  [{ password: 'AMY@example.com' }, 'password', 'passwordOwnName'],
] as const)('%j stands at %s', (change, field, problem) => {
  const problems = registerProblems({ ...good, ...change }, 18)
  expect(Object.keys(problems)).toEqual([field])
  expect(keyOf(problems[field])).toBe(problem)
})

test('each refusal of the server stands at its field, and one about the whole form at none', () => {
  expect(Object.keys(refusedFields(refused('usernameTaken')))).toEqual(['username'])
  expect(Object.keys(refusedFields(refused('emailTaken')))).toEqual(['email'])
  expect(Object.keys(refusedFields(refused('codeWrong', { left: 3 })))).toEqual(['code'])
  expect(refusedFields(refused('dataIncomplete', { fields: [{ field: 'termsVersion', reason: 'outdated' }] }))).toEqual(
    { terms: 'termsOutdated' },
  )
  expect(
    refusedFields(
      refused('dataIncomplete', {
        fields: [
          { field: 'password', reason: 'tooShort' },
          { field: 'lang', reason: 'malformed' },
        ],
      }),
    ),
  ).toEqual({ password: 'passwordTooShort' })
  for (const problem of [refused('tooMany'), refused('fault'), new Error('x'), null])
    expect(refusedFields(problem)).toEqual({})
})

test('login: problems before sending and the field of each refusal', () => {
  expect(loginProblems({ account: 'amy', password: 'x' })).toEqual({})
  expect(Object.keys(loginProblems({ account: '', password: '' }))).toEqual(['account', 'password'])
  expect(keyOf(accountProblem('a@b'))).toBe('emailMalformed')
  expect(keyOf(accountProblem('a b'))).toBe('usernameMalformed')
  expect(loginField(refused('credentialsWrong'))).toBe('password')
  expect(loginField(refused('accountBlocked'))).toBeUndefined()
})

test('codes are taken in the digits people have', () => {
  expect(asciiCode('٠٩۰۹０９ 12')).toBe('09090912')
})

test.each([
  ['short', 'short'],
  ['aaaaaaaaaaaaaaaa', 'weak'],
  ['1234567890', 'weak'],
  ['abcdefghijklmnop', 'weak'],
  ['1212121212121212', 'weak'],
  ['Tr0ub4dor&3x', 'fair'],
  ['correct horse battery', 'strong'],
  ['密码很长而且没有规律可循呢吧哦', 'strong'],
] as const)('%s is %s', (password, strength) => {
  expect(strengthOf(password)).toBe(strength)
})
