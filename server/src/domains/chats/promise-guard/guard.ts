import type { PromiseRule } from '@evenhand/protocol/chats-console.ts'
import { normalise } from './normalise.ts'
import { guardWords, otherChannels } from './words.ts'

/** The rule that a message breaks, and the part of it that does, as it was read. */
export type Broken = { readonly rule: PromiseRule; readonly found: string }

type Compiled = {
  readonly request: RegExp
  readonly never: RegExp
  readonly unless: RegExp
  readonly isLate: boolean
  readonly nouns: readonly (readonly [PromiseRule, RegExp])[]
  readonly pay: readonly RegExp[]
}
const compiled: readonly Compiled[] = guardWords.map((words) => ({
  request: new RegExp(words.request, 'u'),
  never: new RegExp(words.never, 'u'),
  unless: new RegExp(words.unless, 'u'),
  isLate: words.isLate === true,
  nouns: [
    ['SEED', new RegExp(words.seed, 'u')],
    ['PASSWORD', new RegExp(words.password, 'u')],
    ['CODE', new RegExp(words.code, 'u')],
  ],
  pay: words.pay.map((source) => new RegExp(source, 'u')),
}))
const elsewhere = new RegExp(otherChannels, 'u')
const address = /[a-z0-9._%+-]+@[a-z0-9.-]+\.[a-z]{2,}|(?:https?:\/\/|www\.)\S+/u
const phone = /(?:\+|00)[0-9][0-9 ().-]{7,}[0-9]/u

/** Parts of a text within which a negation counts: sentences, and the clauses of each. */
const sentencesOf = (text: string): string[] => text.split(/[.!?\n。！？؟]+(?:\s|$)|[\n。！？؟]+/u)
const clausesOf = (sentence: string): string[] => sentence.split(/[,;:—–，；：،؛]|、/u)

/**
 * What an agent's message requests that staff never request; undefined for a message that may be sent. Every language is
 * checked, whichever one the conversation is in. Sentences that warn ("we never ask for your password") pass. `ownHosts`:
 * hosts whose addresses may be named.
 */
export function brokenPromise(text: string, ownHosts: readonly string[] = []): Broken | undefined {
  const plain = normalise(text)
  const sentences = sentencesOf(plain)
  for (const sentence of sentences)
    for (const part of [...clausesOf(sentence), sentence]) {
      const found = requestIn(part)
      if (found !== undefined) return found
    }
  return elsewhereIn(plain, { sentences, ownHosts })
}

function requestIn(part: string): Broken | undefined {
  for (const words of compiled) {
    if (warns(part, words)) continue
    const paid = words.pay.find((pattern) => pattern.test(part))
    if (paid !== undefined) return { rule: 'PAYMENT', found: part.trim() }
    if (!words.request.test(part)) continue
    const noun = words.nouns.find(([, pattern]) => pattern.test(part))
    if (noun !== undefined) return { rule: noun[0], found: part.trim() }
  }
  return undefined
}

/** Scripts without blanks put the negation at the end, so that anywhere in the part it counts. */
const isUnspaced = (part: string): boolean => /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u.test(part)

/** Whether a negation leads up to what is requested, and is not itself part of a request. */
function warns(part: string, { never, unless, isLate, request, nouns, pay }: Compiled): boolean {
  const negation = never.exec(part)
  if (negation === null || unless.test(part)) return false
  if (isLate || isUnspaced(part)) return true
  const requests = [request, ...pay, ...nouns.map(([, pattern]) => pattern)].flatMap(
    (pattern) => pattern.exec(part)?.index ?? [],
  )
  // What comes after the request does not take it back: "send me your password so you never lose it".
  return requests.length > 0 && negation.index <= Math.min(...requests) + 12
}

function elsewhereIn(
  plain: string,
  { sentences, ownHosts }: { sentences: readonly string[]; ownHosts: readonly string[] },
): Broken | undefined {
  for (const sentence of sentences) {
    const named = elsewhere.exec(sentence)
    const isWarning = compiled.some(({ never, unless }) => never.test(sentence) && !unless.test(sentence))
    if (named !== null && !isWarning) return { rule: 'ELSEWHERE', found: named[0] }
  }
  const reached = address.exec(plain)?.[0] ?? phone.exec(plain)?.[0]
  const isOwn = reached !== undefined && ownHosts.some((host) => hostIn(reached) === host)
  return reached === undefined || isOwn ? undefined : { rule: 'ELSEWHERE', found: reached }
}

const hostIn = (reached: string): string =>
  URL.canParse(reached) ? new URL(reached).hostname : reached.replace(/^www\./, '')
