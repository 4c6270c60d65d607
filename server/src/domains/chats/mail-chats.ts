import { langOf, languages, type Lang } from '@evenhand/protocol/languages.ts'
import { readFileSync } from 'node:fs'
import { composeMail, type Paragraph, type Written } from '../../kernel/mail/compose-mail.ts'
import { icuText } from '../../kernel/mail/icu-text.ts'
import { mailErrorCode } from '../../kernel/mail/mail.ts'
import { mailTime } from '../../kernel/mail/mail-time.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import type { AnyDb } from '../../kernel/http/operator-call.ts'
import { enqueueDeliveries } from '../../kernel/outbox/deliveries.store.ts'
import { createDeliveryQueue, type DeliveryQueue } from '../../kernel/outbox/delivery-queue.ts'
import type { ChatsDeps } from './chats.deps.ts'
import { messagesAtOnce, readMessages, type StoredMessage } from './chats.store.ts'

const kind = 'chats.mail'
/** The last messages that one mail holds. */
const maxMailed = 400

type Words = {
  transcript: { subject: string; lead: string; customer: string; agent: string; files: string }
  reply: { subject: string; lead: string; back: string }
  footer: string
}
const words = new Map<Lang, Words>(
  languages.map(({ value }) => [
    value,
    JSON.parse(readFileSync(new URL(`./mail-templates/${value}.json`, import.meta.url), 'utf8')) as Words,
  ]),
)

/** A transcript that was requested, or a reply to a guest who has left. */
export type ChatMail = {
  readonly what: 'transcript' | 'reply'
  readonly chatId: string
  readonly to: string
  readonly lang: string
  /** Null for a guest, who has no phrase. */
  readonly customerId: string | null
  /** The account of the customer, 0 for a guest. */
  readonly accountId: bigint
  /** The last message of an agent that a notice is about. */
  readonly seq: number
}
type Payload = Omit<ChatMail, 'accountId' | 'what'>

/** Plans a mail of a conversation in the caller's transaction. */
export async function enqueueChatMail(
  { clock }: Pick<ChatsDeps, 'clock'>,
  tx: AnyDb,
  { accountId, what, ...payload }: ChatMail,
): Promise<void> {
  const dueAt = clock.now()
  await enqueueDeliveries(tx, [{ id: uuidV7(dueAt), kind, accountId, template: `chat.${what}`, payload, dueAt }])
}

/** Sends the mails of conversations; their content is read as they are sent. */
export function createChatMailQueue(deps: ChatsDeps): DeliveryQueue {
  const { outboxDb, clock, log, mail } = deps
  return createDeliveryQueue<Payload>(
    { db: outboxDb, clock, log },
    {
      kind,
      concurrency: 2,
      async send({ id, template, payload }) {
        const messages = await lastMessages(deps, payload)
        if (messages.length === 0) return 'done'
        const lang = langOf(payload.lang)
        const phrase = payload.customerId === null ? undefined : await deps.phraseOf(payload.customerId, lang)
        const written = template === 'chat.reply' ? reply(messages, lang) : transcript(messages, { lang, phrase })
        try {
          await mail.send({ to: payload.to, ...written, id })
          return 'done'
        } catch (cause) {
          return { error: mailErrorCode(cause) }
        }
      },
    },
  )
}

async function lastMessages({ db }: ChatsDeps, { chatId, seq }: Payload): Promise<StoredMessage[]> {
  let found: StoredMessage[] = []
  for (let before = seq + 1; found.length < maxMailed;) {
    const page = await readMessages(db, { id: chatId, before })
    found = [...page, ...found]
    if (page.length < messagesAtOnce) break
    before = page[0]?.seq ?? 0
  }
  return found.filter(({ event }) => event === null)
}

function wordsOf(lang: Lang): Words & { tag: string } {
  const own = words.get(lang)
  const tag = languages.find(({ value }) => value === lang)?.tag
  if (own === undefined || tag === undefined) throw new Error(`no mails in ${lang}`)
  return { ...own, tag }
}

/** Lines of any direction in a mail that is read from right to left. */
const inOwnDirection = (lang: Lang, text: string): string =>
  lang === 'ar' ? text.replace(/.+/g, '\u2068$&\u2069') : text

/** What was written, line by line, with who wrote it and when. */
function transcript(
  messages: readonly StoredMessage[],
  { lang, phrase }: { lang: Lang; phrase: string | undefined },
): Written {
  const { transcript: own, footer, tag } = wordsOf(lang)
  const paragraphs = messages.map(({ author, at, text, files }): Paragraph => {
    const pictures = files.length === 0 ? '' : icuText(own.files, tag, { count: files.length })
    const who = author === 'AGENT' ? own.agent : own.customer
    const said = [text, pictures].filter((part) => part !== '')
    return { text: [`${who} (${mailTime(at, tag)})`, ...said.map((part) => inOwnDirection(lang, part))].join('\n') }
  })
  return composeMail({
    lang,
    subject: own.subject,
    paragraphs: [{ text: own.lead }, ...paragraphs, { text: footer, quiet: true }],
    phrase,
  })
}

/** A reply to a guest who has left: the agent's last messages since the guest's own. */
function reply(messages: readonly StoredMessage[], lang: Lang): Written {
  const { reply: own, footer } = wordsOf(lang)
  const from = messages.findLastIndex(({ author }) => author === 'CUSTOMER') + 1
  const replies = messages.slice(from).map(({ text }) => ({ text: inOwnDirection(lang, text) }))
  const paragraphs = [{ text: own.lead }, ...replies, { text: own.back }, { text: footer, quiet: true }]
  return composeMail({ lang, subject: own.subject, paragraphs })
}
