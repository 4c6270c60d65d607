import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Lang } from '@evenhand/protocol/languages.ts'
import { createOwnSafeguards, createSafeguards } from '../src/domains/safeguards/index.ts'
import { openAnnouncements } from '../src/kernel/db/pg-listener.ts'
import { dateOf, handClock, systemClock } from '../src/kernel/time/clock.ts'
import { owned } from '../src/kernel/db/db.ts'
import type { Call } from '../src/kernel/http/http.ts'
import { silentLog } from '../src/kernel/log.ts'
import { Refusal } from '../src/kernel/http/refusal.ts'
import { testDatabase } from './database.ts'

export const dayMs = 86_400_000
const letters = 'ABCDEFGHJKLMNPQRSTUV'

type Bank = Record<string, readonly string[]>
const bankOf = (lang: Lang): Bank =>
  JSON.parse(readFileSync(new URL(`../src/domains/safeguards/questions/${lang}.json`, import.meta.url), 'utf8')) as Bank

/** The place of the right answer of a question as it was shown, or of a wrong one. */
export function placeOf(shown: { id: string; answers: readonly string[] }, right: boolean, lang: Lang = 'en'): number {
  const place = shown.answers.indexOf(bankOf(lang)[shown.id]?.[1] ?? '')
  if (place < 0) throw new Error(`no right answer of ${shown.id} was shown`)
  return right ? place : (place + 1) % shown.answers.length
}

/** What a call came to: its answer, or the code and values of its refusal. */
export const cameTo = async (asked: () => unknown): Promise<unknown> => {
  try {
    return await asked()
  } catch (cause) {
    if (cause instanceof Refusal) return { code: cause.code, ...cause.params }
    throw cause
  }
}

/** Safeguards on a database of their own, with a clock that a test moves, and orders that it makes up. */
export async function handSafeguards() {
  const database = await testDatabase()
  const clock = handClock(1_800_000_000_000)
  const countries = createSafeguards()
  /** What a customer's orders come to, as a test says. */
  const orders = { open: 0n, staked: 0n, lost: 0n, balance: 0n, paidIn: 0n }
  /** Limits of customers' own that stopped an order, as they were told. */
  const reached: { accountId: bigint; params: object; ref: string }[] = []
  const open = (listen?: Parameters<typeof createOwnSafeguards>[0]['listen']) =>
    createOwnSafeguards({
      db: owned<'safeguards'>(database.pools.api),
      clock,
      log: silentLog,
      mustBeOffered: countries.mustBeOffered,
      isOffered: countries.mayTrade,
      reached: (limit) => void reached.push(limit),
      spent: async ({ questions }) => questions.map(({ what }) => orders[what]),
      tradesSince: async () => {
        const trades = { buys: 3, sells: 1, profitLoss: -5_500_000n, open: 2 }
        return { real: trades, virtual: { buys: 0, sells: 0, profitLoss: 0n, open: 0 } }
      },
      paidInSince: async () => orders.paidIn,
      realBalance: async () => orders.balance,
      ...(listen === undefined ? {} : { listen }),
    })
  const safeguards = open()
  let made = 0n
  return {
    database,
    clock,
    orders,
    reached,
    safeguards,
    /** The same as another process has it, which hears of this one's changes; the caller starts and stops it. */
    openBeside: () =>
      open((heard) =>
        openAnnouncements({ url: database.url(), role: 'api', clock: systemClock, log: silentLog, ...heard }),
      ),
    /** A call of a new customer. */
    async customer(of: { country?: string } = {}): Promise<Call> {
      made += 1n
      const customerId = randomUUID()
      const name = `c${made}`
      await database.asOwner(
        `insert into accounts.customers (id, account_id, username, email, country, lang, terms_version, terms_accepted_at, invite_code, created_at)
         values ($1, $2, $3, $4, $5, 'en', '1', $6, $7, $6)`,
        [
          customerId,
          String(1000n + made),
          `name_${name}`,
          `${name}@example.com`,
          of.country ?? 'SG',
          dateOf(clock.now()),
          `AAAA${letters.charAt(Number(made) % 20)}${letters.charAt(Number(made) / 20)}`,
        ],
      )
      const session = { id: 's', customerId, accountId: 1000n + made, country: of.country ?? 'SG', lang: 'en' as const }
      return { mode: 'real', lang: 'en', session } as Call
    },
    close: () => database.close(),
  }
}

export type HandSafeguards = Awaited<ReturnType<typeof handSafeguards>>

/** Answers an open attempt with so many right ones; without `knows` the question about total loss is among the wrong. */
export async function answerQuiz(hand: HandSafeguards, call: Call, of: { right: number; knows?: boolean }) {
  const { attempt } = await hand.safeguards.readQuiz({}, call)
  if (attempt === null) throw new Error('there is nothing to answer')
  const must = (id: string): boolean => id.startsWith('totalLoss-')
  const knows = of.knows ?? of.right > 0
  let left = of.right - (knows ? 1 : 0)
  const answers = attempt.questions.map((shown) => {
    const right = must(shown.id) ? knows : left-- > 0
    return { id: shown.id, answer: placeOf(shown, right) }
  })
  return hand.safeguards.markQuiz({ attemptId: attempt.attemptId, answers }, call)
}
