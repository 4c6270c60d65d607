/** Words by which the house speaks: a customer who bore one could be taken for it. */
const reserved = new Set(
  [
    'admin admins administrator root superadmin superuser sysadmin system moderator operator operators',
    'support helpdesk service customerservice official staff team security compliance finance billing treasury',
    'payout auditor kyc bot kefu guanfang',
  ]
    .join(' ')
    .split(' ')
    .map(folded),
)
const house = folded('evenhand')

/** Signs that are read as each other in the form user names have; what is left has no line between words. */
function folded(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('vv', 'w')
    .replaceAll('rn', 'm')
    .replaceAll('0', 'o')
    .replaceAll(/[1i]/g, 'l')
    .replaceAll('3', 'e')
    .replaceAll('4', 'a')
    .replaceAll('5', 's')
    .replaceAll('7', 't')
}

/**
 * Whether a user name is kept back: one that holds the name of the house, or of which a word is one by which the house
 * speaks, in any case, with digits read as letters, and with a number before or behind it.
 */
export function isReservedName(username: string): boolean {
  if (folded(username).replaceAll('_', '').includes(house)) return true
  const words = [username.replaceAll('_', ''), ...username.split('_')]
  return words.some((word) => [word, word.replace(/^[0-9]+/, ''), word.replace(/[0-9]+$/, '')].some(isKept))
}
const isKept = (word: string): boolean => reserved.has(folded(word))
