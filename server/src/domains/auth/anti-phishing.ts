import type { Call } from '../../kernel/http/http.ts'
import { checkPhrase } from './auth.rules.ts'
import type { AuthDeps } from './index.ts'
import { dropPhrase, findPhrase, keepPhrase } from './phrases.store.ts'

type Response = { phrase: string | null }

/** The customer's own words; null where none are set. */
export async function antiPhishing({ db }: AuthDeps, call: Call): Promise<Response> {
  return { phrase: (await findPhrase(db, call.session.customerId)) ?? null }
}

/** Sets the words that stand in every mail to this customer, or takes them out. Refuses 40020 what is more than words. */
export async function setAntiPhishing(
  { db, clock }: AuthDeps,
  { phrase }: { phrase: string },
  call: Call,
): Promise<Response> {
  const { customerId } = call.session
  if (phrase === '') {
    await dropPhrase(db, customerId)
    return { phrase: null }
  }
  checkPhrase(phrase)
  await keepPhrase(db, { customerId, phrase, at: clock.now() })
  return { phrase }
}
