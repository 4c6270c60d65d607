import { feeds as feedsRoute, suspendInstrument } from '@evenhand/protocol/operator-result.ts'
import { filedListings } from '@evenhand/protocol/operator-risk.ts'
import { resumeReasons, suspendReasons } from '@evenhand/protocol/markets.ts'
import type * as z from 'zod/mini'
import type { Clock } from '../../kernel/time/clock.ts'
import { SetupError } from '../../kernel/config/config.ts'
import { sqlState, type Db } from '../../kernel/db/db.ts'
import {
  handleOperator,
  type MountedOperator,
  type OperatorCall,
  type OperatorDeps,
} from '../../kernel/http/operator-call.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { changeListing } from './listings/change-listing.ts'
import type { ProviderStatus } from './feeds/provider/provider.ts'
import type { Markets } from './markets.api.ts'
import { listFilings } from './listings/listing-filings.ts'
import { lateAfterMs } from './sources/source-statuses.ts'

export type MarketsConsoleDeps = OperatorDeps & {
  /** As the role `console`, which may add to the listings and reaches no price. */
  db: Db<'markets'>
  clock: Clock
  markets: Pick<
    Markets,
    'instrument' | 'instruments' | 'latest' | 'listing' | 'session' | 'missingSources' | 'providers' | 'sourcesApart'
  >
}

/** Operators read the state of feeds and stop new orders on an instrument for all customers. Nothing here reaches a price. */
export const marketsConsole = (deps: MarketsConsoleDeps): MountedOperator[] => [
  handleOperator(feedsRoute, (request) => feeds(deps, request)),
  handleOperator(filedListings, () => listFilings(deps.db, deps.clock.now())),
  handleOperator(suspendInstrument, (request, call) => suspend(deps, request, call)),
]

/** More than a person reads. */
const maxApart = 200
/** Older than any price: what has none. */
const never = Number.MAX_SAFE_INTEGER

async function feeds({ clock, markets }: MarketsConsoleDeps, request: z.output<typeof feedsRoute.request>) {
  const now = clock.now()
  const q = (request.q ?? '').toUpperCase()
  const size = request.size ?? 100
  const page = request.page ?? 1
  const rows = markets
    .instruments()
    .filter(({ code }) => code.includes(q))
    .map(({ code, type }) => {
      const newest = markets.latest(code)
      const listing = markets.listing(code)
      return {
        code,
        type,
        feedKind: newest?.feedKind ?? null,
        ageMs: newest === undefined ? null : Math.max(0, now - newest.ts),
        open: markets.session(code, now).open,
        listing: listing?.state ?? ('listed' as const),
        reason: listing?.reason ?? null,
      }
    })
    .filter(({ open, ageMs }) => request.late === undefined || (open && (ageMs === null || ageMs > lateAfterMs)))
    // The oldest price first: it needs an operator's attention first.
    .toSorted((a, b) => Number(b.open) - Number(a.open) || (b.ageMs ?? never) - (a.ageMs ?? never))
  return {
    rows: rows.slice((page - 1) * size, page * size),
    total: rows.length,
    page,
    size,
    missing: [...markets.missingSources()],
    providers: markets.providers().map(providerRow),
    apart: markets.sourcesApart().slice(0, maxApart),
  }
}

const providerRow = ({ name, label, state, since, why, instruments, faults }: ProviderStatus) => ({
  name,
  label,
  state,
  since,
  why: why ?? null,
  instruments,
  faults: Object.values(faults).reduce((sum, count) => sum + count, 0),
})

const attempts = 5

/** Stops or allows new orders on one instrument; customers read the reason, and the log seals it twice. */
async function suspend(
  { db, clock, markets, recordAuditEntry }: MarketsConsoleDeps,
  request: z.output<typeof suspendInstrument.request>,
  call: OperatorCall,
) {
  const { code, suspended, reasonCode, note } = request
  if (markets.instrument(code) === undefined) throw refuse('notFound')
  const fits: readonly string[] = suspended ? suspendReasons : resumeReasons
  if (!fits.includes(reasonCode)) throw refuse('dataIncomplete', { fields: [{ field: 'reasonCode', reason: 'unfit' }] })
  const state = suspended ? ('suspended' as const) : ('listed' as const)
  const before = markets.listing(code)
  // Listing what is delisted takes two.
  if (before?.state === 'delisted') throw refuse('fourEyesNeeded', { needed: 2 })
  for (let attempt = 1; ; attempt += 1) {
    try {
      await db.transaction().execute(async (tx) => {
        const change = {
          code,
          state,
          reason: reasonCode,
          note,
          actor: call.operator.name,
          by: { operatorId: call.operator.id },
        }
        await changeListing({ db: tx, clock }, change)
        await recordAuditEntry(tx, call, {
          act: suspended ? 'instrument.suspend' : 'instrument.resume',
          subject: `instrument:${code}`,
          reason: request.reason,
          before: { state: before?.state ?? 'listed' },
          after: { state, reason: reasonCode, note: note ?? null },
        })
      })
      return { state }
    } catch (cause) {
      if (cause instanceof SetupError)
        throw refuse('dataIncomplete', { fields: [{ field: 'suspended', reason: 'unfit' }] })
      // Another operator took the seq in the order of changes: what he did decides whether ours still makes sense.
      const taken = ['23505', '25P02'].includes(sqlState(cause) ?? '')
      if (!taken || attempt === attempts) throw cause
    }
  }
}
