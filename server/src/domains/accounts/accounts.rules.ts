import { randomBytes } from 'node:crypto'
import type { User } from '@evenhand/protocol/accounts.ts'
import { moneyText } from '@evenhand/protocol/money.ts'
import type { Balance } from '../ledger/index.ts'
import type { Customer } from './accounts.store.ts'

/** The customer as the wire shows it, with the token of the very request, as specified. */
export const userOf = (customer: Customer, token: string): User => ({
  id: customer.id,
  username: customer.username,
  email: customer.email,
  emailVerified: customer.emailVerified,
  ...(customer.phone === undefined ? {} : { phone: customer.phone }),
  fundPasswordSet: customer.fundPasswordSet,
  kycStatus: customer.kycStatus,
  country: customer.country,
  creditScore: customer.creditScore ?? null,
  tier: customer.tier,
  lang: customer.lang,
  colorScheme: customer.colorScheme,
  riseColor: customer.riseColor,
  termsVersion: customer.termsVersion,
  inviteCode: customer.inviteCode,
  social: customer.social.map((provider) => ({ provider })),
  status: customer.status,
  createdAt: customer.createdAt,
  token,
})

/** A user name shown to another customer: its first and last sign. */
export const maskedName = (username: string): string => `${username.slice(0, 1)}***${username.slice(-1)}`

export type WireBalance = { asset: string; free: string; held: string }

/** A balance as the wire shows it: decimal text of its asset, from smallest units. */
export const wireBalance = ({ asset, free, held }: Balance): WireBalance => ({
  asset,
  free: moneyText({ asset, units: free }),
  held: moneyText({ asset, units: held }),
})

/** Balances by account: virtual money, borrowed money, and everything else, which is real. */
export const byMode = (
  balances: readonly Balance[],
): { virtual: WireBalance[]; real: WireBalance[]; loan: WireBalance[] } => ({
  virtual: balances.filter(({ asset }) => asset === 'USDT.virtual').map(wireBalance),
  real: balances.filter(({ asset }) => asset !== 'USDT.virtual' && asset !== 'USDT.loan').map(wireBalance),
  loan: balances.filter(({ asset }) => asset === 'USDT.loan').map(wireBalance),
})

// 32 marks, so that five bits of a random byte choose one without favour; none of them reads as another.
const inviteMarks = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const nameMarks = 'abcdefghijkmnpqrstuvwxyz23456789'

const draw = (marks: string, length: number): string =>
  Array.from(randomBytes(length), (byte) => marks[byte & 31]).join('')

/** Six characters without 0, O, 1 and I. */
export const newInviteCode = (): string => draw(inviteMarks, 6)
/** A user name for a customer who registers with an e-mail alone. */
export const newUsername = (): string => `user_${draw(nameMarks, 10)}`
