import { areaCodes, phoneInOnePiece } from '@evenhand/protocol/accounts.ts'
import { asciiCode } from '../proving/account-form.ts'

export type AreaCode = (typeof areaCodes)[number]

/** The countries and regions that share each area code, by which a picker names it. */
export const areaCountries: Readonly<Record<AreaCode, readonly string[]>> = {
  '+1': ['US', 'CA'],
  '+49': ['DE'],
  '+55': ['BR'],
  '+60': ['MY'],
  '+61': ['AU'],
  '+64': ['NZ'],
  '+65': ['SG'],
  '+66': ['TH'],
  '+81': ['JP'],
  '+86': ['CN'],
  '+91': ['IN'],
  '+852': ['HK'],
  '+886': ['TW'],
}

/** The area code of a country, where the picker has it. */
export const areaOf = (country: string): AreaCode | undefined =>
  areaCodes.find((code) => areaCountries[code].includes(country))

/** A number's digits in one piece, in the digits that everyone reads. */
const dialled = (text: string): string => phoneInOnePiece(asciiCode(text.normalize('NFKC')))

/** The area code of the picker that a whole number begins with, and the rest of it. */
export function splitPhone(text: string): { area: AreaCode | undefined; rest: string } {
  const area = areaCodes.find((code) => text.startsWith(code))
  return { area, rest: area === undefined ? text : text.slice(area.length) }
}

/**
 * The whole number of an area code and what was typed behind it, whose leading zeros are for calls at home. What is a
 * whole number by itself (`+`, or `00`) stays one, whatever area code is chosen.
 */
export function joinPhone(area: AreaCode | undefined, typed: string): string {
  const digits = dialled(typed)
  if (digits.startsWith('+') || digits === '') return digits
  if (digits.startsWith('00')) return `+${digits.slice(2)}`
  return area === undefined ? digits : area + digits.replace(/^0/, '')
}
