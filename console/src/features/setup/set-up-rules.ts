type Passwords = { readonly password: string; readonly again: string }

/** What is wrong with the new password, or nothing. */
export const wrongPassword = ({ password, again }: Passwords): 'short' | 'differ' | undefined =>
  password.length < 12 ? 'short' : password === again ? undefined : 'differ'

/** Whether a set-up is complete: a password twice, and the second factor that the roles need. */
export const mayFinish = (form: Passwords & { code: string; passkey: boolean; passkeyNeeded: boolean }): boolean =>
  wrongPassword(form) === undefined &&
  (form.passkey || (!form.passkeyNeeded && /^\d{6}$/.test(form.code.replaceAll(' ', ''))))
