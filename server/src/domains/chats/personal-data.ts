import { exportTables, type ExportSection } from '../../kernel/module/data-export.ts'
import type { ChatsDb } from './chats.deps.ts'

/** What is exported of a customer's conversations: every message, without which agent wrote it. */
export const chatsExport = (db: ChatsDb): ExportSection[] =>
  exportTables(db, {
    'chats.conversations': {
      columns: `id, previous_id, lang, topic, status, opened_at, rating,
        (select jsonb_agg(jsonb_build_object('seq', m.seq, 'author', m.author, 'text', m.text, 'event', m.event,
            'files', m.files, 'at', m.at) order by m.seq)
         from chats.messages m where m.conversation_id = conversations.id) as messages`,
      by: 'customer_id',
      order: 'id',
    },
  })
