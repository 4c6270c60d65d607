import * as z from 'zod/mini'
import { approve, changeRequest, finance, refusals, reject, signed } from './operator-requests.ts'
import { operatorPost } from './operator-route.ts'

/** What is topped up, and in which coins each is kept. */
export const topUpAssets = {
  'reserve:options': ['USDT'],
  'reserve:contracts': ['USDT'],
  'reserve:nbp': ['USDT'],
  'reserve:yield': ['USDT'],
  'house:inventory': ['USDT', 'BTC', 'ETH'],
} as const satisfies Record<string, readonly ('USDT' | 'BTC' | 'ETH')[]>
export type TopUpAccount = keyof typeof topUpAssets
export const topUpAccounts = Object.keys(topUpAssets) as [TopUpAccount, ...TopUpAccount[]]
/** Values signed: `account`, `asset`, `amount`. */
export const proposeTopUp = operatorPost('/swx/admin/reserves/topUp/propose', {
  summary: 'Proposes to move more of Evenhand’s capital into a reserve; a second finance officer decides.',
  roles: finance,
  does: 'propose',
  request: z.strictObject({
    ...signed,
    account: z.enum(topUpAccounts),
    asset: z.enum(['USDT', 'BTC', 'ETH']),
    amount: z.string().check(z.regex(/^[0-9]{1,10}(?:\.[0-9]{1,8})?$/)),
  }),
  result: changeRequest,
  refusals: [...refusals],
})
export const approveTopUp = approve(
  '/swx/admin/reserves/topUp/approve',
  finance,
  'Approves more capital for a reserve.',
)
export const rejectTopUp = reject(
  '/swx/admin/reserves/topUp/reject',
  finance,
  'Rejects or takes back more capital for a reserve.',
)
