import { inviteBind, inviteInfo, inviteList, inviteRewards } from '@evenhand/protocol/invites.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call } from '../../lib/call.ts'
import { useKeyedChange } from '../../lib/use-keyed-change.ts'

export const pageSize = 20
/** New fees are gathered when the page is read. */
const pollMs = 30_000
const key = ['mine', 'invites'] as const

export type InviteInfo = z.output<typeof inviteInfo.result>
export type Side = 'earned' | 'given'

/** Code, sums, rules and who invited the caller. */
export const useInviteInfo = () =>
  useQuery({
    queryKey: [...key, 'info'],
    queryFn: ({ signal }) => call(inviteInfo, {}, { signal }),
    refetchInterval: pollMs,
  })

/** Whom the caller invited, the newest hundred. */
export const useInvitees = () =>
  useQuery({
    queryKey: [...key, 'list'],
    queryFn: ({ signal }) => call(inviteList, { page: 1, size: 100 }, { signal }),
    refetchInterval: pollMs,
  })

/** A page of fees and what each earned. */
export const useRewardLines = (side: Side, page: number) =>
  useQuery({
    queryKey: [...key, 'rewards', side, page],
    queryFn: ({ signal }) => call(inviteRewards, { side, page, size: pageSize }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: pollMs,
  })

/** Enters the inviter's code for the caller. */
export const useBind = (onDone: (result: { inviter: string }) => void) =>
  useKeyedChange((code: string, options) => call(inviteBind, { code }, options), onDone)
