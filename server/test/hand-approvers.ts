import { approvalHash, type ApprovalPayload } from '@evenhand/proofs/approval.ts'
import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import type { Assertion } from '@evenhand/protocol/operator-route.ts'
import { createOperators } from '../src/domains/operators/index.ts'
import { addressAddedAfter, addressShared, findBookedAddress } from '../src/domains/addresses/index.ts'
import { fundPasswordChangedAfter } from '../src/domains/auth/index.ts'
import { withdrawalsConsole } from '../src/domains/withdrawals/index.ts'
import { owned } from '../src/kernel/db/db.ts'
import { createLimits } from '../src/kernel/http/rate-limits.ts'
import { silentLog } from '../src/kernel/log.ts'
import type { OperatorCall } from '../src/kernel/http/operator-call.ts'
import { createPasswords } from '../src/kernel/crypto/passwords.ts'
import { Refusal } from '../src/kernel/http/refusal.ts'
import type { Hand } from './hand-withdrawals.ts'
import { smallCost } from './small-cost.ts'

export type Approvers = Awaited<ReturnType<typeof handApprovers>>
const origin = 'http://localhost:3001'

/** The sandbox's operators at the approvers' part of withdrawals, with their software passkeys. */
export async function handApprovers(hand: Hand) {
  const { database, clock, accounts } = hand
  const operators = createOperators({
    db: owned<'operators'>(database.pools.console),
    clock,
    log: silentLog,
    limits: createLimits({ clock, on: false }),
    passwords: createPasswords({ cost: smallCost }),
    mail: { send: async () => {}, close: () => {} },
    consoleAddress: origin,
    mode: 'sandbox',
    secret: new Uint8Array(32).fill(3),
  })
  await operators.ensureSandboxOperators()
  const rows = (await database.asOwner(
    `select o.id, o.name, array_agg(r.role) as roles from operators.operators o join operators.roles r on r.operator_id = o.id group by 1, 2`,
  )) as { id: string; name: string; roles: string[] }[]
  const routes = withdrawalsConsole({
    db: owned<'withdrawals'>(database.pools.console),
    clock,
    operators: operators.forParts,
    conditions: { addressAddedAfter, addressShared, fundPasswordChangedAfter },
    addressOf: (id) => findBookedAddress(owned<'addresses'>(database.pools.console), id),
    usernamesOf: async (ids) => new Map((await accounts.findMany(ids)).map(({ id, username }) => [id, username])),
  })
  const callOf = (name: string): OperatorCall => {
    const found = rows.find((row) => row.name === name)
    if (found === undefined) throw new Error(`no operator ${name}`)
    return { ip: '', traceId: '', lang: 'en', origin, operator: { id: found.id, name, roles: found.roles as never } }
  }
  const sign = (name: string, payload: ApprovalPayload): Assertion => {
    const challenge = Buffer.from(approvalHash(payload, nodeCrypto), 'hex').toString('base64url')
    const signed = operators.authenticator?.sign(name, { challenge, origin })
    if (signed === undefined) throw new Error('no authenticator')
    return signed
  }
  /** Calls a route of the console; a refusal is answered as its code. */
  const at = async (
    name: string,
    path: string,
    ask: object,
  ): Promise<{ code: number; result: never; params: object }> => {
    const mounted = routes.find(({ route }) => route.path === `/swx/admin/withdrawals${path}`)
    try {
      return { code: 200, result: (await mounted?.run(ask as never, callOf(name))) as never, params: {} }
    } catch (cause) {
      if (cause instanceof Refusal) return { code: cause.code, result: undefined as never, params: cause.params }
      throw cause
    }
  }
  const view = async (id: string, name = 'sandbox-finance1') =>
    (await at(name, '/:id', { id })).result as { approval: ApprovalPayload; challenge: string; verdicts: unknown[] }
  return {
    routes,
    at,
    view,
    sign,
    /** Approves as a person does: sees it, and signs what is seen. */
    async approve(name: string, id: string, payload?: ApprovalPayload) {
      const shown = payload ?? (await view(id)).approval
      return at(name, '/:id/approve', { id, reason: 'known customer', assertion: sign(name, shown) })
    },
    async reject(name: string, id: string, of: { reasonCode: string; reference?: string }) {
      const { approval } = await view(id)
      const payload = {
        act: 'withdrawal.reject',
        subject: approval.subject,
        fields: [...approval.fields, ['reason', of.reasonCode] as const, ['reference', of.reference ?? ''] as const],
      }
      return at(name, '/:id/reject', { id, ...of, reason: 'by order', assertion: sign(name, payload) })
    },
  }
}
