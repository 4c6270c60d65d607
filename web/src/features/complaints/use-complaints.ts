import {
  closeComplaint,
  complain,
  complaintList,
  type Complaint,
  type ComplaintKind,
} from '@evenhand/protocol/complaints.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { usePollEvery } from '../../feed/session-connection.ts'
import { call, newKey } from '../../lib/call.ts'
import { refreshAfter } from '../../lib/refresh-after.ts'

const complaintsKey = ['mine', 'complaints'] as const
/** As many as one call of a list returns. */
const maxShown = 100

/** The customer's complaints, newest first. */
export const useComplaints = () =>
  useQuery({
    queryKey: complaintsKey,
    queryFn: async ({ signal }): Promise<readonly Complaint[]> =>
      (await call(complaintList, { size: maxShown }, { signal })).rows,
    staleTime: 5_000,
    refetchInterval: usePollEvery(30_000),
  })

type Complaining = { kind: ComplaintKind; subjectId?: string; chatId?: string; text: string }

/** Makes a complaint; sent again after a response that never came, it is the same one. */
export function useComplain() {
  const client = useQueryClient()
  return useMutation({
    meta: { handled: true },
    mutationFn: ({ key, ...request }: Complaining & { key: string }) => call(complain, request, { key }),
    onSettled: refreshAfter(client, complaintsKey),
  })
}
export const freshKey = newKey

export function useCloseComplaint() {
  const client = useQueryClient()
  return useMutation({
    meta: { handled: true },
    mutationFn: (request: { no: string; as: 'ACCEPTED' | 'ESCALATED' }) => call(closeComplaint, request),
    onSettled: refreshAfter(client, complaintsKey),
  })
}
