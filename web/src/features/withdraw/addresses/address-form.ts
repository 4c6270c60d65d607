import { addressLimits } from '@evenhand/protocol/addresses.ts'
import { isRefused } from '../../../lib/problem.ts'
import { namedFields } from '../../../lib/proving/form-problem.ts'

export type AddressFields = { address: string; memo: string; label: string }
export type AddressProblem = 'addressMissing' | 'labelMissing' | 'labelLong' | 'memoMalformed'
/** Why the server does not keep an address, as it names it. */
export type AddressRefusal = 'checksum' | 'known' | 'tooMany'

/** What is wrong before anything is sent; whether an address exists on its network only the server can check. */
export function problemsOf({ address, memo, label }: AddressFields): {
  readonly [field in keyof AddressFields]?: AddressProblem
} {
  const long = Array.from(label.trim()).length > addressLimits.label
  return {
    ...(address.trim().length < 10 ? { address: 'addressMissing' } : {}),
    ...(memo === '' || /^[\x20-\x7e]{1,64}$/.test(memo) ? {} : { memo: 'memoMalformed' }),
    ...(label.trim() === '' ? { label: 'labelMissing' } : long ? { label: 'labelLong' } : {}),
  }
}

/** Why the server does not keep the address; undefined where the refusal is about something else. */
export function addressRefusal(problem: unknown): AddressRefusal | undefined {
  if (!isRefused(problem, 'dataIncomplete')) return undefined
  const reason = namedFields(problem).find(({ field }) => field === 'address')?.reason
  if (reason === undefined) return undefined
  return reason === 'known' || reason === 'tooMany' ? reason : 'checksum'
}
