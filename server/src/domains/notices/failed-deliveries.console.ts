import {
  failedDeliveries,
  retryDeliveries,
  type FailedDelivery,
  type FailedKind,
} from '@evenhand/protocol/failed-deliveries.ts'
import * as z from 'zod/mini'
import {
  handleOperator,
  type AnyDb,
  type MountedOperator,
  type OperatorCall,
  type OperatorDeps,
} from '../../kernel/http/operator-call.ts'
import { listFailed, retryDelivery } from '../../kernel/outbox/failed-deliveries.store.ts'
import { listParked, retryParked } from '../../kernel/outbox/parked.store.ts'
import type { OutboxDb } from '../../kernel/outbox/outbox.store.ts'
import { msOf, type Clock } from '../../kernel/time/clock.ts'

export type FailedDeliveriesDeps = {
  /** As the role `console`. */
  db: OutboxDb
  clock: Clock
  operators: Pick<OperatorDeps, 'recordAuditEntry'>
  /** Ids of customers by their accounts. */
  customersOf: (accountIds: readonly bigint[]) => Promise<ReadonlyMap<bigint, string>>
}

/** Operators' part of deliveries: what failed in the end, and to try it again. */
export const failedDeliveriesConsole = (deps: FailedDeliveriesDeps): MountedOperator[] => [
  handleOperator(failedDeliveries, async ({ kind = 'notice', page = 1, size = 50 }) => {
    const paged = { limit: size, offset: (page - 1) * size }
    const { rows, total } = await (kind === 'notice' ? listDeliveries(deps, paged) : listEvents(deps, paged))
    return { rows, total, page, size }
  }),
  handleOperator(retryDeliveries, (request, call) => retry(deps, request, call)),
]

type Listed = { rows: FailedDelivery[]; total: number }
type Paged = { limit: number; offset: number }

async function listDeliveries({ db, customersOf }: FailedDeliveriesDeps, paged: Paged): Promise<Listed> {
  const { rows, total } = await listFailed(db, paged)
  const customers = await customersOf([...new Set(rows.map(({ accountId }) => accountId))])
  return {
    rows: rows.map(({ accountId, id, template, failedAt, attempts, error }) => ({
      key: id,
      name: template,
      customerId: customers.get(accountId) ?? null,
      subscription: null,
      failedAt: msOf(failedAt),
      attempts,
      error,
    })),
    total,
  }
}

/** Tries of an event before it is parked; see kernel/outbox. */
const eventTries = 10
/** The first line of an error, without what may be a mail address. */
const shortError = (error: string): string => (error.split('\n')[0] ?? '').replace(/\S+@\S+/g, '•••').slice(0, 200)

async function listEvents({ db }: FailedDeliveriesDeps, paged: Paged): Promise<Listed> {
  const { rows, total } = await listParked(db, paged)
  return {
    rows: rows.map(({ subscription, id, type, error, parkedAt }) => ({
      key: `${subscription}#${id}`,
      name: type,
      customerId: null,
      subscription,
      failedAt: msOf(parkedAt),
      attempts: eventTries,
      error: shortError(error),
    })),
    total,
  }
}

const noticeKey = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const eventKey = /^([\w.-]{3,60})#(\d{1,18})$/

async function retryOne(tx: AnyDb, { kind, key, at }: { kind: FailedKind; key: string; at: number }): Promise<boolean> {
  if (kind === 'notice') return noticeKey.test(key) && retryDelivery(tx, { id: key, at })
  const [, subscription = '', id] = eventKey.exec(key) ?? []
  return id !== undefined && retryParked(tx, { subscription, id: BigInt(id) })
}

/** Tries what failed again; of several operators who do so at once one does, and each try stands in the audit log. */
async function retry(
  { db, clock, operators }: FailedDeliveriesDeps,
  { kind, keys }: z.output<typeof retryDeliveries.request>,
  call: OperatorCall,
): Promise<{ retried: number }> {
  const at = clock.now()
  const retried = await db.transaction().execute(async (tx) => {
    const done: string[] = []
    // In one order, so that two operators with the same list wait for each other and not both.
    for (const key of [...new Set(keys)].toSorted()) if (await retryOne(tx, { kind, key, at })) done.push(key)
    if (done.length > 0)
      await operators.recordAuditEntry(tx, call, {
        act: 'delivery.retry',
        subject: `delivery:${kind}`,
        reason: 'failed deliveries tried again',
        after: { keys: done },
      })
    return done.length
  })
  return { retried }
}
