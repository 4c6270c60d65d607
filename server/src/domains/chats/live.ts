import { chatRequestFrame, guestFrame, type ChatFrame, type ChatState } from '@evenhand/protocol/chat.ts'
import * as z from 'zod/mini'
import { createCoalescedTask } from '../../kernel/concurrency/coalesced-task.ts'
import type { PgListener } from '../../kernel/db/pg-listener.ts'
import type { SocketPeer, SocketTalk } from '../../kernel/sockets/enter-socket.ts'
import type { ChatsDb, ChatsDeps } from './chats.deps.ts'
import { queuePositions, findChat, findOwnChat, messagesAtOnce, ownMessage, readMessages } from './chats.store.ts'
import { findGuest, type Owner } from './conversation-owner.ts'
import type { Typing } from './typing.ts'

/** A conversation that a socket shows: what it has been sent of it. */
type Shown = { readonly peer: SocketPeer; sentSeq: number; sentState: string; state?: ChatState }
type Open = { readonly shown: Set<Shown>; readonly pump: () => void }

/** Conversations that one socket may show. */
const maxOfSocket = 5
const positionsEveryMs = 1000

type Deps = Pick<ChatsDeps, 'db' | 'log' | 'listen'> & { typing: Typing }
type Failed = (cause: unknown) => void

/**
 * Conversations on open sockets. Whatever wakes it is a hint: a socket is sent the messages after the last one it was sent,
 * as the database has them, so that each comes once and in its order, whichever process kept it.
 */
export function createLive({ db, log, listen, typing }: Deps) {
  const failed: Failed = (cause) => log.warn({ cause: String(cause) }, 'a conversation could not be read for sockets')
  const chats = createShown(db, failed)
  let listener: PgListener | undefined
  typing.onTyping((id, by) => {
    if (by === 'AGENT') chats.send(id, { channel: 'chat', id, typing: 'AGENT' })
  })
  return {
    talk: createTalk({ db, chats, typing, failed }),
    start(): void {
      listener = listen({
        channel: 'chats',
        onMessage: (payload) => (payload === 'positions' ? chats.positionsMoved() : chats.changed(payload)),
        onGap: chats.allChanged,
      })
    },
    async stop(): Promise<void> {
      chats.stop()
      await listener?.close()
    },
    /** Conversations that sockets show, for the metrics. */
    count: chats.count,
  }
}

/** The conversations that sockets of this process show. */
function createShown(db: ChatsDb, failed: Failed) {
  const open = new Map<string, Open>()
  let positionsTimer: NodeJS.Timeout | undefined

  const pump = async (id: string): Promise<void> => {
    const found = open.get(id)
    const chat = found && (await findChat(db, id))
    if (found === undefined || chat === undefined) return
    for (;;) {
      const since = Math.min(...[...found.shown].map(({ sentSeq }) => sentSeq))
      const messages = since >= chat.lastSeq ? [] : await readMessages(db, { id, since })
      for (const one of found.shown) sendTo(one, chat, messages.map(ownMessage))
      if (messages.length < messagesAtOnce) return
    }
  }
  const opened = (id: string): Open => {
    const known = open.get(id)
    if (known !== undefined) return known
    const task = createCoalescedTask(() => pump(id))
    const made: Open = { shown: new Set(), pump: () => void task.run().catch(failed) }
    open.set(id, made)
    return made
  }
  const sendPositions = async (): Promise<void> => {
    const positions = await queuePositions(db)
    for (const [id, { shown }] of open)
      for (const one of shown) {
        const place = positions.get(id) ?? null
        if (one.state === undefined || one.state.place === null || place === null || one.state.place === place) continue
        sendTo(one, { ...one.state, place }, [])
      }
  }
  return {
    add(peer: SocketPeer, { chat: id, since }: { chat: string; since: number }): void {
      const conversation = opened(id)
      const known = [...conversation.shown].find((one) => one.peer === peer)
      if (known !== undefined) {
        // A socket that requests again is sent from there on.
        known.sentSeq = since
        known.sentState = ''
        return conversation.pump()
      }
      const one: Shown = { peer, sentSeq: since, sentState: '' }
      conversation.shown.add(one)
      peer.onClose(() => {
        conversation.shown.delete(one)
        if (conversation.shown.size === 0 && open.get(id) === conversation) open.delete(id)
      })
      conversation.pump()
    },
    send(id: string, frame: ChatFrame): void {
      for (const { peer } of open.get(id)?.shown ?? []) peer.send(text(frame))
    },
    changed: (id: string): void => open.get(id)?.pump(),
    /** What was announced meanwhile is lost, and every conversation is read again. */
    allChanged: (): void => open.forEach((one) => one.pump()),
    positionsMoved(): void {
      positionsTimer ??= setTimeout(() => {
        positionsTimer = undefined
        sendPositions().catch(failed)
      }, positionsEveryMs).unref()
    },
    count: (): number => open.size,
    stop: (): void => clearTimeout(positionsTimer),
  }
}

type TalkDeps = { db: ChatsDb; chats: ReturnType<typeof createShown>; typing: Typing; failed: Failed }

/** What sockets may send about conversations: which one they show, and that their customer writes. */
function createTalk({ db, chats, typing, failed }: TalkDeps): SocketTalk {
  const shownBy = new WeakMap<SocketPeer, Set<string>>()
  const show = async (peer: SocketPeer, request: { chat: string; since: number }, own: Set<string>): Promise<void> => {
    if ((await findOwnChat(db, request.chat, ownerOfPeer(peer))) === undefined) return peer.close(1008, 'notFound')
    own.add(request.chat)
    chats.add(peer, request)
  }
  return {
    enterGuest(frame) {
      const guest = z.safeParse(guestFrame, frame)
      return guest.success ? findGuest(db, guest.data.chatToken) : undefined
    },
    onFrame(peer, frame) {
      const read = z.safeParse(chatRequestFrame, frame)
      if (!read.success) return false
      const own = shownBy.get(peer) ?? new Set<string>()
      shownBy.set(peer, own)
      if ('typing' in read.data) {
        // Whose it is was looked up when it was opened.
        if (own.has(read.data.typing)) typing.publish(read.data.typing, 'CUSTOMER')
        return true
      }
      if (own.size >= maxOfSocket && !own.has(read.data.chat)) return false
      show(peer, read.data, own).catch((cause: unknown) => {
        failed(cause)
        peer.close(1011, 'fault')
      })
      return true
    },
  }
}

const ownerOfPeer = ({ customerId, guestId }: SocketPeer): Owner =>
  customerId === undefined ? { guest: guestId ?? '' } : { customer: customerId }

const text = (frame: ChatFrame): string => JSON.stringify(frame)

function sendTo(one: Shown, chat: ChatState, messages: readonly ReturnType<typeof ownMessage>[]): void {
  const fresh = messages.filter(({ seq }) => seq > one.sentSeq)
  const state = JSON.stringify(chat)
  if (fresh.length === 0 && state === one.sentState) return
  one.sentSeq = fresh.at(-1)?.seq ?? one.sentSeq
  one.sentState = state
  one.state = chat
  one.peer.send(text({ channel: 'chat', id: chat.id, chat, ...(fresh.length > 0 && { messages: fresh }) }))
}
