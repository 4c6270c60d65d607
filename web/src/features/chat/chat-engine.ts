import {
  chatMessages,
  chatServiceNow,
  openChat,
  readChat,
  sendChat,
  type ChatFrame,
  type ChatMessage,
  type ChatState,
} from '@evenhand/protocol/chat.ts'
import { call, newKey } from '../../lib/call.ts'
import { isRefused, Unreached } from '../../lib/problem.ts'
import { currentSession, subscribeSession } from '../../lib/session.ts'
import { currentLang } from '../../lib/settings.ts'
import { chatCall } from './chat-call.ts'
import { lastSeq, merged, stillPending, type Pending } from './chat-log.ts'
import { messageOf, screenIn } from './chat-request.ts'
import { openChatSocket } from './chat-socket.ts'
import { changeChat, chatStore, emptyChat } from './chat-store.ts'
import { keepGuest, keepPending, keptGuest, keptPending } from './kept-chat.ts'

/** How often what a socket would push is requested while there is none. */
const pollMs = 5000
const againMs = 3000
const typingEveryMs = 3000
const typingShownMs = 6000
const newestFirst = 999_999_999

type Socket = ReturnType<typeof openChatSocket>
let socket: Socket | undefined
let users = 0
let poll: ReturnType<typeof setInterval> | undefined
let sending = false
let typedAt = -Infinity
/** Counted up when the person changes: what was requested for the one before is no longer wanted. */
let generation = 0
let screen: string | undefined

const guestToken = (): string | undefined => (currentSession() ? undefined : keptGuest()?.token)
const owner = (): string => currentSession()?.user.id ?? 'guest'
const state = () => chatStore.get()
const opening = () => ({ lang: currentLang(), ...(screen === undefined ? {} : { screen }) })

/** Begins when the first part of the page shows the chat; returns what ends it with the last. `from`: the screen it was opened from. */
export function startChat(from?: string): () => void {
  users += 1
  if (users === 1) {
    screen = screenIn(from)
    void begin()
    poll = setInterval(() => void (!document.hidden && !state().connected && state().chat && catchUp()), pollMs)
  }
  return () => {
    users -= 1
    if (users > 0) return
    clearInterval(poll)
    stop()
  }
}

function stop(): void {
  generation += 1
  socket?.close()
  socket = undefined
}

let person = currentSession()?.token
subscribeSession(() => {
  const now = currentSession()?.token
  if (now === person) return
  person = now
  if (users > 0) void begin()
})

/** Shows the conversation of the visitor: a customer's own, or a guest's that this browser keeps. */
export async function begin(): Promise<void> {
  stop()
  const mine = generation
  chatStore.set({ ...emptyChat, service: state().service, pending: keptPending(owner()) })
  try {
    const service = await call(chatServiceNow, {})
    if (mine !== generation) return
    changeChat({ service })
    if (currentSession()) await beginAsCustomer(mine)
    else await beginAsGuest(mine)
  } catch (problem) {
    if (mine === generation) changeChat({ phase: 'failed', problem })
  }
}

async function beginAsCustomer(mine: number): Promise<void> {
  const guest = keptGuest()
  const { chat, service } = await call(openChat, { ...opening(), ...(guest ? { chatToken: guest.token } : {}) })
  if (guest) keepGuest(undefined)
  if (mine !== generation) return
  changeChat({ service })
  await show(chat.id, mine)
}

async function beginAsGuest(mine: number): Promise<void> {
  const guest = keptGuest()
  if (guest === undefined) return changeChat({ phase: 'none' })
  try {
    await show(guest.id, mine)
  } catch (problem) {
    if (!isRefused(problem, 'notFound', 'sessionEnded')) throw problem
    keepGuest(undefined)
    if (mine === generation) changeChat({ phase: 'none' })
  }
}

/** Shows a conversation with its last messages, and follows it. */
async function show(id: string, mine: number): Promise<void> {
  const last = await chatCall(chatMessages, { id, before: newestFirst }, guestToken())
  if (mine !== generation) return
  changeChat({ phase: 'ready', chat: last.chat, messages: [], hasEarlier: last.hasMore })
  take(last.messages)
  follow()
  void pump()
}

function follow(): void {
  if (socket) return void socket.follow()
  const session = currentSession()
  const token = guestToken()
  const proof = session ? { token: session.token } : token === undefined ? undefined : { chatToken: token }
  if (proof === undefined) return
  socket = openChatSocket({
    proof,
    wanted: () => ({ chat: state().chat?.id ?? '', since: lastSeq(state().messages) }),
    onFrame,
    onReady: (connected) => {
      changeChat({ connected })
      if (connected) void pump()
    },
    onEnded: () => void begin(),
  })
}

function onFrame({ id, messages, chat, typing: writer }: ChatFrame): void {
  if (id !== state().chat?.id) return
  if (chat) changeChat({ chat })
  if (messages) {
    take(messages)
    const newest = messages.at(-1)?.seq ?? 0
    if (newest > lastSeq(state().messages)) void catchUp()
  }
  if (writer) changeChat({ typingUntil: performance.now() + typingShownMs })
}

function take(more: readonly ChatMessage[]): void {
  const messages = merged(state().messages, more)
  const hasAgent = more.some(({ author }) => author === 'AGENT')
  setPending(stillPending(state().pending, messages))
  changeChat({ messages, ...(hasAgent ? { typingUntil: 0 } : {}) })
}

function setPending(pending: readonly Pending[]): void {
  if (pending === state().pending) return
  changeChat({ pending })
  keepPending(owner(), pending)
}

/** Requests everything after the last message that is here. */
async function catchUp(): Promise<void> {
  const { chat } = state()
  const mine = generation
  if (chat === undefined) return
  try {
    for (;;) {
      const since = lastSeq(state().messages)
      const more = await chatCall(chatMessages, { id: chat.id, since }, guestToken())
      if (mine !== generation || state().chat?.id !== chat.id) return
      changeChat({ chat: more.chat })
      take(more.messages)
      if (!more.hasMore || lastSeq(state().messages) === since) return
    }
  } catch {
    // The next frame or the next tick requests again.
  }
}

/** Shows what was before: older messages, then the closed conversation that this one goes on with. */
export async function loadEarlier(): Promise<void> {
  const { chat, messages, hasEarlier, past } = state()
  const mine = generation
  if (chat === undefined) return
  if (hasEarlier) {
    const before = messages[0]?.seq ?? 1
    const older = await chatCall(chatMessages, { id: chat.id, before }, guestToken())
    if (mine !== generation) return
    changeChat({ hasEarlier: older.hasMore })
    return take(older.messages)
  }
  const previous = (past[0]?.chat ?? chat).previousId
  if (previous === null) return
  const older = await chatCall(chatMessages, { id: previous, before: newestFirst }, guestToken())
  if (mine === generation) changeChat({ past: [{ chat: older.chat, messages: older.messages }, ...state().past] })
}

type Written = { text: string; files?: readonly string[] }

/** Takes what was written, shows it at once, and sends it in order. */
export function send({ text, files = [] }: Written): void {
  setPending([...state().pending, { clientId: newKey(), text, files, state: 'waiting' }])
  changeChat({ masked: false })
  void pump()
}

/** Sends one again that failed, as the same message. */
export function retry(clientId: string): void {
  setPending(state().pending.map((one) => (one.clientId === clientId ? { ...one, state: 'waiting' } : one)))
  void pump()
}

/** Forgets one that failed. */
export function discard(clientId: string): void {
  setPending(state().pending.filter((one) => one.clientId !== clientId))
  void pump()
}

/**
 * Opens the conversation of a guest, who gives an address where no agent is online. Throws what the server refuses.
 */
export async function openAsGuest(email: string): Promise<void> {
  const { chat, service, chatToken } = await call(openChat, { ...opening(), ...(email === '' ? {} : { email }) })
  if (chatToken !== null) keepGuest({ id: chat.id, token: chatToken })
  changeChat({ phase: 'ready', service, chat, messages: [], hasEarlier: false })
  follow()
}

/** Sends what waits, one after the other, so that it arrives in its order. */
async function pump(): Promise<void> {
  if (sending || state().chat === undefined) return
  sending = true
  const mine = generation
  try {
    for (;;) {
      const next = state().pending[0]
      const chat = state().chat
      if (mine !== generation || next === undefined || next.state === 'failed' || chat === undefined) return
      await sendOne(next, chat, mine)
    }
  } finally {
    sending = false
  }
}

async function sendOne(sent: Pending, chat: ChatState, mine: number): Promise<void> {
  const { clientId } = sent
  try {
    const kept = await chatCall(sendChat, messageOf(sent, chat.id, screen), guestToken())
    if (mine !== generation) return
    if (kept.chat.id === chat.id) changeChat({ chat: kept.chat, masked: kept.masked })
    else goOn(chat, kept.chat)
    const messages = merged(state().messages, [kept.message])
    setPending(state().pending.filter((one) => one.clientId !== clientId))
    if (messages === state().messages) await catchUp()
    else changeChat({ messages })
  } catch (problem) {
    if (mine !== generation) return
    setPending(state().pending.map((one) => (one.clientId === clientId ? { ...one, state: 'failed', problem } : one)))
    // What did not reach the server is tried again by itself, as the same message.
    if (problem instanceof Unreached) setTimeout(() => mine === generation && retryLost(clientId), againMs)
  }
}

const retryLost = (clientId: string): void => {
  if (navigator.onLine && state().pending.some((one) => one.clientId === clientId && one.state === 'failed'))
    retry(clientId)
}

/** The conversation was closed: the next message began another, which goes on with it. */
function goOn(closed: ChatState, next: ChatState): void {
  const { messages, past } = state()
  const token = guestToken()
  if (token !== undefined) keepGuest({ id: next.id, token })
  changeChat({ chat: next, messages: [], hasEarlier: false, past: [...past, { chat: closed, messages }] })
  socket?.follow()
}

/** Reports that everything here was seen. */
export function seen(): void {
  const { chat, messages } = state()
  const upTo = lastSeq(messages)
  if (chat === undefined || document.hidden || upTo <= chat.customerRead) return
  changeChat({ chat: { ...chat, customerRead: upTo } })
  chatCall(readChat, { id: chat.id, upTo }, guestToken()).catch(() => undefined)
}

/** Sends that the writer types, at most every three seconds. */
export function typing(): void {
  const { chat } = state()
  const now = performance.now()
  if (chat === undefined || now - typedAt < typingEveryMs) return
  typedAt = now
  socket?.typing(chat.id)
}

/** What proves the conversation to the calls of its parts: undefined for a customer, whose session does. */
export const chatProof = guestToken
