import { passwordLength, usernameForm } from '@evenhand/protocol/accounts.ts'
import { isMailAddress } from '../../kernel/mail.ts'
import { refuse } from '../../kernel/refusal.ts'
import { isCommonPassword } from './common-passwords.ts'

/** The key under which an account name is compared and limited: names and addresses are one in any case. */
export const accountKey = (account: string): string => account.toLowerCase()

/** Refuses an account name by its form: 10001 empty · 10002 with @ and no address · 10003 without @ and no user name. */
export function checkAccount(account: string): void {
  if (account === '') throw refuse('accountRequired')
  if (account.includes('@')) checkEmail(account)
  else if (!usernameForm.test(account)) throw refuse('usernameMalformed')
}

/** Refuses what is no e-mail address: 10001 empty, 10002 otherwise. */
export function checkEmail(email: string): void {
  if (email === '') throw refuse('accountRequired')
  if (!isMailAddress(email)) throw refuse('emailMalformed')
}

export const looksLikePhone = (text: string): boolean => /^\+?[0-9][0-9 ()-]{4,24}$/.test(text)

/** A field that is missing or does not hold, as 40020 names it. */
export const badField = (field: string, reason: string): Error =>
  refuse('dataIncomplete', { fields: [{ field, reason }] })

/**
 * Refuses a new password: 10 to 128 characters (code points, so that an emoji counts once), taken unchanged, any kind of
 * characters; not the customer's own name or address, which is the first thing somebody else would try, and none of the
 * most common ones, which come next.
 */
export function checkNewPassword(password: string, own: readonly (string | undefined)[]): void {
  const length = [...password].length
  if (password === '') throw badField('password', 'missing')
  if (length < passwordLength.min) throw badField('password', 'tooShort')
  if (length > passwordLength.max) throw badField('password', 'tooLong')
  const plain = password.toLowerCase()
  if (own.some((name) => name !== undefined && name.toLowerCase() === plain)) throw badField('password', 'ownName')
  if (isCommonPassword(password)) throw badField('password', 'common')
}
