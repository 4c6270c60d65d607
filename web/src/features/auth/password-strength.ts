import { passwordLength } from '@evenhand/protocol/accounts.ts'

export const strengths = ['short', 'weak', 'fair', 'strong'] as const
export type Strength = (typeof strengths)[number]

/**
 * How hard a password is to guess, by what makes it long rather than by which kinds of characters it has: characters
 * that repeat or continue the one before ("aaa", "1234", "zyx") count for little. An aid, not a rule.
 */
export function strengthOf(password: string): Strength {
  const points = [...password].map((mark) => mark.codePointAt(0) ?? 0)
  if (points.length < passwordLength.min) return 'short'
  const surprising = points.filter((point, index) => {
    const before = points[index - 1]
    return before === undefined || Math.abs(point - before) > 1
  }).length
  const counted = Math.min(surprising, new Set(points).size * 2)
  if (counted < 9) return 'weak'
  return counted < 14 ? 'fair' : 'strong'
}
