import { noOthers, type Bus } from '../bus/bus.ts'
import type { MailMessage } from './mail.ts'

export type KeptMail = MailMessage & { readonly at: number }

/** The mailbox of a sandbox: what would have gone out by mail, kept in memory for the page `/sandbox/mails`. */
export type Mailbox = {
  put(message: KeptMail): void
  /** Newest first; to one address (any case) or to all. */
  list(to?: string): KeptMail[]
}

const kept = 500
const topic = 'mailbox'

/**
 * Keeps the last 500 mails of this run, whichever process sent them; older ones are dropped. Its only reader is a person who
 * tries the sandbox.
 */
export function createMailbox(bus: Bus = noOthers): Mailbox {
  const messages: KeptMail[] = []
  const keep = (message: KeptMail): void => {
    messages.push(message)
    if (messages.length > kept) messages.shift()
  }
  bus.subscribe(topic, (message) => keep(JSON.parse(message) as KeptMail))
  return {
    put(message) {
      keep(message)
      bus.publish(topic, JSON.stringify(message))
    },
    list(to) {
      const wanted = to?.toLowerCase()
      return messages.filter((message) => wanted === undefined || message.to.toLowerCase() === wanted).toReversed()
    },
  }
}
