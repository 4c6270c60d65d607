import { dayMs, weekMs } from '@evenhand/protocol/durations.ts'
import { inviteRules } from '@evenhand/protocol/invites.ts'
import { moneyText } from '@evenhand/protocol/money.ts'

export const usdtText = (units: bigint): string => moneyText({ asset: 'USDT', units })

/** A user name shown to another customer: its first and last sign. */
export const masked = (username: string): string => `${username.slice(0, 1)}***${username.slice(-1)}`

/** Until when fees of a customer who was bound then earn, and are discounted; epoch ms, that instant excluded. */
export const rewardUntil = (boundAt: number): number => boundAt + inviteRules.rewardDays * dayMs
export const discountUntil = (boundAt: number): number => boundAt + inviteRules.discountDays * dayMs

/** The first Monday of 1970, UTC. */
const firstMonday = 4 * dayMs
/** The next Monday 00:00 UTC after a time. */
export const nextMonday = (at: number): number => (Math.floor((at - firstMonday) / weekMs) + 1) * weekMs + firstMonday
