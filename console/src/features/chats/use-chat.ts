import {
  attendChat,
  chatQueue,
  stepChat,
  viewChat,
  type ChatStep,
  type SeenChat,
} from '@evenhand/protocol/chats-console.ts'
import { hourMs } from '@evenhand/protocol/durations.ts'
import { serviceLevels } from '@evenhand/protocol/operator-result.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../lib/call.ts'
import { useMay } from '../../lib/session.ts'

/** The promised time to a first reply. */
export const promisedMs = hourMs
/** How often an open conversation is read: the console has no socket, and a customer waits. */
const liveMs = 1500

/** An open conversation, read again and again while its page is visible. */
export const useChat = (id: string) =>
  useQuery({
    queryKey: [viewChat.path, id],
    queryFn: ({ signal }) => call(viewChat, { id }, signal),
    refetchInterval: liveMs,
    staleTime: 0,
  })

/** Reads a conversation and the queues anew, as after a step. */
export function useRenewChat(id: string): () => void {
  const queries = useQueryClient()
  return () => {
    void queries.invalidateQueries({ queryKey: [viewChat.path, id] })
    for (const { path } of [chatQueue, serviceLevels]) void queries.invalidateQueries({ queryKey: [path] })
  }
}

/** Takes a step of the agent's; whatever comes of it, the conversation is read anew. */
export function useStep(id: string) {
  const renew = useRenewChat(id)
  return useMutation({
    meta: { handled: true },
    mutationFn: ({ step, to }: { step: ChatStep; to?: string }) =>
      call(stepChat, { id, step, ...(to !== undefined && { to }) }),
    onSettled: renew,
  })
}

/** Marks as read what the agent who has the conversation sees of it. */
export function useReadMark({ id, mine, unread, lastSeq }: SeenChat): void {
  const may = useMay()
  const marks = mine && unread > 0 && may(attendChat)
  useEffect(() => {
    if (!marks || document.hidden) return
    // A mark that is lost is set again by the next read.
    void call(attendChat, { id, upTo: lastSeq }).catch(() => {})
  }, [id, marks, lastSeq])
}
