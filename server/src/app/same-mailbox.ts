/** Providers whose addresses reach one mailbox with dots in any place. */
const dotless = new Set(['gmail.com', 'googlemail.com'])

function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const [name = ''] = email.slice(0, at).toLowerCase().split('+')
  const host = email.slice(at + 1).toLowerCase()
  return dotless.has(host) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${host}`
}

/** Whether two addresses reach one mailbox, as `amy+1@…` and `amy@…` do. */
export const sameMailbox = (one: string, other: string): boolean => mailboxOf(one) === mailboxOf(other)
