// The first digit of each script whose digits people type: Arabic-Indic, extended Arabic-Indic, Devanagari, fullwidth.
const zeros = [0x660, 0x6f0, 0x966, 0xff10]
const length = 6

/** What was typed or pasted as the digits 0–9 of a fund password, at most six; anything else in it goes. */
export function fundDigits(text: string): string {
  const turned = Array.from(text, (sign) => {
    const code = sign.codePointAt(0) ?? 0
    const zero = zeros.find((first) => code >= first && code <= first + 9)
    return zero === undefined ? sign : String(code - zero)
  })
  return turned
    .join('')
    .replace(/[^0-9]/g, '')
    .slice(0, length)
}

export const isWholeFundPassword = (digits: string): boolean => digits.length === length

/**
 * Four equal digits or more, or a run up or down: what the server refuses as easily guessed, found while it is typed. The
 * birth date, which it also refuses, is not known here.
 */
export function isGuessable(digits: string): boolean {
  const maxRepeats = Math.max(...[...digits].map((digit) => digits.split(digit).length - 1), 0)
  return (
    maxRepeats >= 4 || (isWholeFundPassword(digits) && ('0123456789'.includes(digits) || '9876543210'.includes(digits)))
  )
}
