import {
  getPreferences,
  setPreferences,
  type NoticeCategory,
  type NoticePreference,
} from '@evenhand/protocol/notices.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

const key = ['mine', 'noticePreferences']

export const channels = ['inApp', 'email', 'push'] as const satisfies readonly (keyof NoticePreference)[]
export type Channel = (typeof channels)[number]
export type Choice = { category: NoticeCategory; channel: Channel; on: boolean }

/** How the customer is notified, by category. */
export const usePreferences = () =>
  useQuery({ queryKey: key, queryFn: ({ signal }) => call(getPreferences, {}, { signal }), staleTime: 0 })

/** Keeps one choice after the other. */
export function useChoose() {
  const queries = useQueryClient()
  return useMutation({
    scope: { id: 'noticePreferences' },
    mutationFn: ({ category, channel, on }: Choice) =>
      call(setPreferences, { preferences: [{ category, [channel]: on }] }),
    onSuccess: (kept) => queries.setQueryData(key, kept),
  })
}
