import type { TopUpAccount } from '@evenhand/protocol/reserve-top-ups.ts'

/** The keys of the names that accounts have in `reserves.account`. */
export const accountNames = {
  'reserve:options': 'options',
  'reserve:contracts': 'contracts',
  'reserve:nbp': 'nbp',
  'reserve:yield': 'yield',
  'house:inventory': 'inventory',
} as const satisfies Record<TopUpAccount, string>
