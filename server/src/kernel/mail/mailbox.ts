import type { Letter } from './mail.ts'

export type KeptLetter = Letter & { readonly at: number }

/** The mailbox of a sandbox: what would have gone out by mail, kept in memory for the page `/sandbox/mails`. */
export type Mailbox = {
  put(letter: KeptLetter): void
  /** Newest first; to one address (any case) or to all. */
  list(to?: string): KeptLetter[]
}

const kept = 500

/** Keeps the last 500 mails of this run; older ones are dropped. Its only reader is a person who tries the sandbox. */
export function createMailbox(): Mailbox {
  const letters: KeptLetter[] = []
  return {
    put(letter) {
      letters.push(letter)
      if (letters.length > kept) letters.shift()
    },
    list(to) {
      const wanted = to?.toLowerCase()
      return letters.filter((letter) => wanted === undefined || letter.to.toLowerCase() === wanted).toReversed()
    },
  }
}
