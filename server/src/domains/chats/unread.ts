import { apart, failuresOf } from '../../kernel/concurrency/apart.ts'
import type { ChatsDeps } from './chats.deps.ts'
import { unreadMs } from './chats.rules.ts'
import { forgetChats, runDue, takeUnread, unreadChats } from './chats.writes.ts'
import { enqueueChatMail } from './mail-chats.ts'

/**
 * Notifies customers, and guests by mail, of replies that they have not read for a minute; of each reply once. A
 * conversation that fails stops no other.
 */
export async function notifyUnread(deps: ChatsDeps): Promise<void> {
  const before = deps.clock.now() - unreadMs
  const failures = failuresOf(deps.log, 'an unread reply could not be notified of')
  await apart(await unreadChats(deps.db, before), {
    async run(some) {
      await notifySome(deps, { ids: some, before })
      return []
    },
    failed: (chat, cause) => failures.add({ chat }, cause),
  })
  failures.throwFirst()
}

async function notifySome(deps: ChatsDeps, which: Parameters<typeof takeUnread>[1]): Promise<void> {
  const { db, accounts, enqueueNotices } = deps
  await db.transaction().execute(async (tx) => {
    const unread = await takeUnread(tx, which)
    const customers = unread.flatMap(({ customerId }) => (customerId === null ? [] : [customerId]))
    const accountOf = new Map(
      (await accounts.readMany(tx, customers)).map(({ id, accountId }) => [id, accountId] as const),
    )
    await enqueueNotices(
      tx,
      unread.flatMap(({ chatId, customerId, seq }) => {
        const accountId = customerId === null ? undefined : accountOf.get(customerId)
        return accountId === undefined
          ? []
          : [{ accountId, template: 'chat.reply' as const, params: {}, ref: `chat.reply ${chatId} ${seq}` }]
      }),
    )
    for (const { chatId, email, lang, seq } of unread)
      if (email !== null)
        await enqueueChatMail(deps, tx, {
          what: 'reply',
          chatId,
          to: email,
          lang,
          customerId: null,
          accountId: 0n,
          seq,
        })
  })
}

/** Resolves, closes and forgets what is due. */
export async function runDueChats({ db, clock, files }: ChatsDeps): Promise<void> {
  while ((await runDue(db, clock.now())) > 0);
  // In one transaction: files whose messages are gone would be named by nothing, and kept for ever.
  await db.transaction().execute(async (tx) => {
    const forgotten = await forgetChats(tx, clock.now())
    if (forgotten.length > 0) await files.erase(forgotten, tx)
  })
}
