import { delistReasons, relistReasons } from '@evenhand/protocol/markets.ts'
import type { proposeListing as proposeRoute } from '@evenhand/protocol/operator-risk.ts'
import type { Assertion } from '@evenhand/protocol/operator-route.ts'
import type * as z from 'zod/mini'
import { SetupError } from '../../kernel/config/config.ts'
import type { OperatorCall } from '../../kernel/http/operator-call.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import type { ConsoleDeps } from './console.deps.ts'
import { badField } from './operators.rules.ts'
import { approve, propose } from './requests.ts'
import { markApplied } from './requests.store.ts'

export const listingKinds = ['instrument.listing'] as const

/**
 * Proposes to delist an instrument, or to list a delisted one again. Refuses 40039 an unknown instrument, 40020 a state it
 * has already and a reason of the other list.
 */
export async function proposeListing(
  deps: ConsoleDeps,
  { id, reason, assertion, code, state, reasonCode, note }: z.output<typeof proposeRoute.request>,
  call: OperatorCall,
) {
  const before = deps.instruments.stateOf(code)
  if (before === undefined) throw refuse('notFound')
  if ((before === 'delisted') === (state === 'delisted') || (state === 'listed' && before !== 'delisted'))
    throw badField('state', 'state')
  const reasons: readonly string[] = state === 'delisted' ? delistReasons : relistReasons
  if (!reasons.includes(reasonCode)) throw badField('reasonCode', 'unfit')
  if (reasonCode === 'other' && note === undefined) throw badField('note', 'missing')
  const values = { instrument: code, state, reasonCode, ...(note === undefined || state === 'listed' ? {} : { note }) }
  return propose(deps, { kind: 'instrument.listing', id, values, reason, assertion }, call)
}

/** The second signature: every server follows within a second; running orders go on. */
export const approveListing = (
  deps: ConsoleDeps,
  decision: { id: string; reason: string; assertion: Assertion },
  call: OperatorCall,
) =>
  approve(
    deps,
    {
      kinds: listingKinds,
      request: decision,
      async apply(tx, { id, values: { instrument = '', state, reasonCode = '', note } }) {
        try {
          await deps.instruments.change(tx, {
            code: instrument,
            state: state === 'listed' ? 'listed' : 'delisted',
            reason: [...delistReasons, ...relistReasons].find((known) => known === reasonCode),
            note,
            actor: call.operator.name,
            by: { operatorId: call.operator.id, requestId: id },
          })
        } catch (cause) {
          if (cause instanceof SetupError) throw badField('state', 'state')
          throw cause
        }
        await markApplied(tx, { id, at: deps.clock.now() })
      },
    },
    call,
  )
