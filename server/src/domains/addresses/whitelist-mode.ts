import type { Call } from '../../kernel/http/http.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { findBook, holdBook, writeBook, type Book } from './addresses.store.ts'
import type { AddressesDeps } from './addresses.deps.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

const openingMs = dayMs
const wireBook = ({ closed, opensAt }: Book) => ({ on: closed, offAt: opensAt ?? null })

/** A closed address book: nothing leaves but to the addresses in it, and none can be added. */
export function createWhitelistMode({ db, clock, requireRecentAuth, mustKnowFundPassword }: AddressesDeps) {
  return {
    async read(_request: object, { session: { customerId } }: Call) {
      return wireBook(await findBook(db, { customerId, now: clock.now() }))
    },
    /** Closes the book at once. Opening it takes a day, the fund password and a recent proof. */
    async choose({ on, fundPassword }: { on: boolean; fundPassword?: string | undefined }, call: Call) {
      const { customerId } = call.session
      if (!on) {
        await requireRecentAuth(true, call)
        if (fundPassword === undefined)
          throw refuse('dataIncomplete', { fields: [{ field: 'fundPassword', reason: 'missing' }] })
        await mustKnowFundPassword(call, fundPassword)
      }
      return db.transaction().execute(async (tx) => {
        const now = clock.now()
        const book = await holdBook(tx, { customerId, now })
        const opensAt = !on && book.closed ? (book.opensAt ?? now + openingMs) : undefined
        const next = { closed: on || book.closed, opensAt }
        await writeBook(tx, { customerId, ...next })
        return wireBook(next)
      })
    },
  }
}
