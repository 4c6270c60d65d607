import { chatAnswers, chatQueue, chatViews } from '@evenhand/protocol/chats-console.ts'
import { screen, type Feature } from '../../lib/feature.ts'
import { oneOf, tableSearch } from '../../lib/search.ts'

/** Conversations with customers, and the replies prepared for them. */
export const chats = {
  screens: [
    screen({
      path: '/chats',
      title: 'chats.title',
      group: 'queues',
      icon: 'M4 5h16v11H11l-5 4v-4H4ZM8 9h8M8 12h5',
      needs: [chatQueue],
      search: { ...tableSearch, view: oneOf(chatViews) },
      load: async () => (await import('./chat-queue.tsx')).ChatQueue,
    }),
    screen({
      path: '/chat-answers',
      title: 'chats.answers.title',
      group: 'control',
      icon: 'M5 4h14v16H5ZM8 8h8M8 12h8M8 16h5',
      needs: [chatAnswers],
      search: {},
      load: async () => (await import('./answers-screen.tsx')).AnswersScreen,
    }),
  ],
  queues: { chats: { title: 'chats.title', at: { to: '/chats', search: {} } } },
} as const satisfies Feature
