import type { ChatMessage, ChatService, ChatState } from '@evenhand/protocol/chat.ts'
import { createStore, useStore } from '../../lib/store.ts'
import type { Pending } from './chat-log.ts'

export type Chat = {
  /** `none`: nothing was written yet; a conversation begins with the first message. */
  readonly phase: 'loading' | 'none' | 'ready' | 'failed'
  readonly problem?: unknown
  readonly service: ChatService | undefined
  readonly chat: ChatState | undefined
  /** Of this conversation, in their order, without a gap. */
  readonly messages: readonly ChatMessage[]
  readonly hasEarlier: boolean
  /** Closed conversations that this one goes on with, the oldest first. */
  readonly past: readonly { readonly chat: ChatState; readonly messages: readonly ChatMessage[] }[]
  readonly pending: readonly Pending[]
  /** Whether new messages are pushed; else they are requested every few seconds. */
  readonly connected: boolean
  /** Until when an agent is shown as writing, as `performance.now`. */
  readonly typingUntil: number
  /** Something in what was sent last was masked before it was kept. */
  readonly masked: boolean
}

export const emptyChat: Chat = {
  phase: 'loading',
  service: undefined,
  chat: undefined,
  messages: [],
  hasEarlier: false,
  past: [],
  pending: [],
  connected: false,
  typingUntil: 0,
  masked: false,
}

/** The conversation that this page shows; changed by chat-engine.ts alone. */
export const chatStore = createStore<Chat>(emptyChat)
export const useChat = (): Chat => useStore(chatStore)
export const changeChat = (part: Partial<Chat>): void => chatStore.set({ ...chatStore.get(), ...part })
