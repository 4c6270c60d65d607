import { chatQueue as queueRoute } from '@evenhand/protocol/chats-console.ts'
import { owned } from '../../kernel/db/db.ts'
import type { Module, ModuleDeps } from '../../kernel/module/module.ts'
import { chatsConsole } from './chats.console.ts'
import type { ChatsConsoleDeps } from './chats.deps.ts'
import { chatNotifications } from './chats.notifications.ts'
import { chatsRoutes } from './chats.routes.ts'
import { promisedMs } from './chats.rules.ts'
import type { Chats } from './index.ts'
import { guestEmail } from './conversation-owner.ts'
import { chatsExport } from './personal-data.ts'
import { chatQueue, chatWaits, readHours } from './service.ts'

export type ChatsModuleDeps = Pick<ModuleDeps, 'pools' | 'clock' | 'operators'> &
  Pick<ChatsConsoleDeps, 'accounts' | 'files' | 'operatorNames' | 'agents' | 'ownHosts'>

/** Conversations: served to customers, replied to by agents, exported. */
export function chatsModule(chats: Chats, { pools, ...given }: ChatsModuleDeps): Module {
  const [api, db] = [owned<'chats'>(pools.api), owned<'chats'>(pools.console)]
  return {
    name: 'chats',
    routes: chatsRoutes(chats),
    consoleRoutes: chatsConsole({
      ...given,
      db,
      guestEmail: async (guestId) => (await guestEmail(db, guestId)) ?? null,
      customerWrites: chats.typing.customerWrites,
      agentWrites: (id) => chats.typing.publish(id, 'AGENT'),
    }),
    queues: [
      {
        name: 'chats',
        shownBy: queueRoute,
        promisedMs,
        // Nights without service are no alert.
        isSilent: true,
        waiting: (now) => chatQueue(db, now),
        publicWaits: (now) => chatWaits(api, now),
      },
    ],
    notifications: chatNotifications,
    deliveries: chats.deliveries,
    dataExport: chatsExport(api),
    parameters: [['serviceHours', () => readHours(api)]],
    gauges: [
      {
        name: 'evenhand_chats_shown',
        help: 'Conversations that sockets of this process show.',
        read: chats.live.count,
      },
    ],
    jobs: chats.jobs,
    start: () => chats.start(),
    stop: () => chats.stop(),
  }
}
