import {
  attachChat,
  chatFile,
  chatMessages,
  chatServiceNow,
  chatUnread,
  mailChat,
  openChat,
  rateChat,
  readChat,
  sendChat,
} from '@evenhand/protocol/chat.ts'
import { handle, handleUpload, withAttachment, type Mounted } from '../../kernel/http/http.ts'
import type { Chats } from './index.ts'

/** Requests of customers and guests about their conversation with customer service. */
export const chatsRoutes = (chats: Chats): Mounted[] => [
  handle(chatServiceNow, chats.service),
  handle(chatUnread, chats.unread),
  handle(openChat, chats.open),
  handle(chatMessages, chats.messages),
  handle(sendChat, chats.send),
  handleUpload(attachChat, chats.uploads, chats.attach),
  handle(chatFile, async (request, call) => withAttachment(await chats.attached(request, call))),
  handle(readChat, chats.read),
  handle(rateChat, chats.rate),
  handle(mailChat, chats.transcript),
]
