import { passwordLength, usernameForm } from '@evenhand/protocol/accounts.ts'
import { phraseLength } from '@evenhand/protocol/sessions.ts'
import { isMailAddress } from '../../kernel/mail/mail.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { isCommonPassword } from './common-passwords.ts'

/** The key under which an account name is compared and limited: names and addresses are one in any case. */
export const accountKey = (account: string): string => account.toLowerCase()

/** Stands for a customer where there is none, so that the same is requested from the database. */
export const unknownCustomerId = '00000000-0000-0000-0000-000000000000'

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

/** Whether a text was meant as a phone: then the response states that no code goes there. */
export const isPhoneLike = (text: string): boolean => /^\+?[0-9][0-9 ()-]{4,24}$/.test(text)

/** A field that is missing or does not hold, as 40020 names it. */
export const badField = (field: string, reason: string): Error =>
  refuse('dataIncomplete', { fields: [{ field, reason }] })

/** A customer in one of these states can neither sign in nor have a session. A restricted or legally held one can, to see why. */
export const isBlocked = (status: string): boolean => status === 'FROZEN_BY_USER' || status === 'CLOSED'

/**
 * Refuses a new password: 10 to 128 characters (code points, so that an emoji counts once), taken unchanged, any kind of
 * characters; not the customer's own name or address, which is the first thing a thief would try, and none of the
 * most common ones, which come next.
 */
export function checkNewPassword(password: string, own: readonly (string | undefined)[], field = 'password'): void {
  const length = [...password].length
  if (password === '') throw badField(field, 'missing')
  if (length < passwordLength.min) throw badField(field, 'tooShort')
  if (length > passwordLength.max) throw badField(field, 'tooLong')
  const plain = password.toLowerCase()
  if (own.some((name) => name !== undefined && name.toLowerCase() === plain)) throw badField(field, 'ownName')
  if (isCommonPassword(password)) throw badField(field, 'common')
}

/** Enough for a year or a house, too few to be called by. */
const maxDigits = 6

/**
 * Refuses an anti-phishing phrase that is not 4 to 32 characters, or that could be more than words in a mail: markup,
 * line ends and other invisible signs, an address, or a number to call. A thief of a session must not write our mails.
 */
export function checkPhrase(phrase: string): void {
  const length = [...phrase].length
  if (phrase !== phrase.trim() || /[\p{C}\p{Zl}\p{Zp}<>&"`]/u.test(phrase)) throw badField('phrase', 'markup')
  if (length < phraseLength.min) throw badField('phrase', 'tooShort')
  if (length > phraseLength.max) throw badField('phrase', 'tooLong')
  if (/:\/\/|^www\.|@|[\p{L}\p{N}-][.．。｡][\p{L}\p{N}-]{2,}/iu.test(phrase)) throw badField('phrase', 'address')
  if (phrase.replaceAll(/\P{N}/gu, '').length > maxDigits) throw badField('phrase', 'address')
}
