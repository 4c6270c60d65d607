/** What may follow what. The server moves by `WHERE status = from`; screens ask the same table. */
export const optionStates = {
  ACCEPTED: ['OPEN', 'VOID'],
  OPEN: ['WON', 'LOST', 'TIE', 'SOLD', 'VOID'],
  WON: [],
  LOST: [],
  TIE: [],
  SOLD: [],
  VOID: [],
} as const satisfies Record<string, readonly string[]>

export type OptionStatus = keyof typeof optionStates
export const voidReasons = ['NO_ENTRY_TICK', 'FEED_INVALID', 'SESSION_HALTED_BY_EXCHANGE'] as const
export type VoidReason = (typeof voidReasons)[number]

/** True when no further state follows: the order's money is settled. */
export const isSettled = (status: OptionStatus): boolean => optionStates[status].length === 0
