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
  /** Alerts to operators that were given up. */
  alerts: {
    list: (paged: Paged & { now: number }) => Promise<{ rows: readonly FailedAlert[]; total: number }>
    retry: (tx: AnyDb, options: { id: string; at: number }) => Promise<boolean>
  }
}

type FailedAlert = NonNullable<FailedDelivery['alert']> & {
  readonly id: string
  readonly failedAt: Date
  readonly attempts: number
  readonly error: string | null
}

/** Operators' part of deliveries: what failed in the end, and to try it again. */
export const failedDeliveriesConsole = (deps: FailedDeliveriesDeps): MountedOperator[] => [
  handleOperator(failedDeliveries, async ({ kind = 'notice', page = 1, size = 50 }) => {
    const paged = { limit: size, offset: (page - 1) * size }
    const { rows, total } = await lists[kind](deps, paged)
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
      alert: null,
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
      alert: null,
      failedAt: msOf(parkedAt),
      attempts: eventTries,
      error: shortError(error),
    })),
    total,
  }
}

async function listAlerts({ alerts, clock }: FailedDeliveriesDeps, paged: Paged): Promise<Listed> {
  const { rows, total } = await alerts.list({ ...paged, now: clock.now() })
  return {
    rows: rows.map(({ id, failedAt, attempts, error, ...alert }) => ({
      key: id,
      name: `${alert.kind} ${alert.subject}`,
      alert,
      attempts,
      error,
      customerId: null,
      subscription: null,
      failedAt: msOf(failedAt),
    })),
    total,
  }
}

const lists = { notice: listDeliveries, event: listEvents, alert: listAlerts } as const satisfies Record<
  FailedKind,
  unknown
>

const rowKey = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const eventKey = /^([\w.-]{3,60})#(\d{1,18})$/

async function retryOne(
  { alerts }: FailedDeliveriesDeps,
  tx: AnyDb,
  { kind, key, at }: { kind: FailedKind; key: string; at: number },
): Promise<boolean> {
  if (kind === 'notice') return rowKey.test(key) && retryDelivery(tx, { id: key, at })
  if (kind === 'alert') return rowKey.test(key) && alerts.retry(tx, { id: key, at })
  const [, subscription = '', id] = eventKey.exec(key) ?? []
  return id !== undefined && retryParked(tx, { subscription, id: BigInt(id) })
}

/** Tries what failed again; of several operators who do so at once one does, and each try stands in the audit log. */
async function retry(
  deps: FailedDeliveriesDeps,
  { kind, keys }: z.output<typeof retryDeliveries.request>,
  call: OperatorCall,
): Promise<{ retried: number }> {
  const { db, clock, operators } = deps
  const at = clock.now()
  const retried = await db.transaction().execute(async (tx) => {
    const done: string[] = []
    // In one order, so that two operators with the same list wait for each other and not both.
    for (const key of [...new Set(keys)].toSorted()) if (await retryOne(deps, tx, { kind, key, at })) done.push(key)
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
