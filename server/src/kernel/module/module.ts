import type { TimelineKind } from '@evenhand/protocol/customer-timeline.ts'
import type { OrderParams } from '@evenhand/protocol/settings.ts'
import type { Clock } from '../time/clock.ts'
import type { Pools } from '../db/db.ts'
import type { Call, Mounted } from '../http/http.ts'
import type { Gauge } from '../http/metrics.ts'
import type { DeliveryQueue } from '../outbox/delivery-queue.ts'
import type { Subscription } from '../outbox/subscription.ts'
import type { MountedOperator, OperatorDeps } from '../http/operator-call.ts'
import type { AlertSource } from './alert-source.ts'
import type { ExportSection } from './data-export.ts'
import type { FigureSource } from './figure-source.ts'
import type { NotificationSpecs } from './notification.ts'
import type { QueueSpec } from './queue.ts'
import type { SearchSource } from './search.ts'
import type { TimelineSource } from './timeline.ts'

/** Work that is done again and again while the process runs. */
export type JobSpec = {
  readonly name: string
  readonly everyMs: number
  readonly run: () => Promise<void>
  /** `everyMs` passes by the clock of the product: such a job runs when a sandbox's clock has moved on by as much. */
  readonly byClock?: true
  /** In every process, since it reads or stores what this one keeps in memory; left out, in the one with the role \`clock\`. */
  readonly inEveryProcess?: true
}

/** What a module receives when it starts. */
export type Started = {
  /** Whether this process has the role \`clock\`: does what is done once in an installation. */
  readonly isClock: boolean
}

/** What anyone may read under a key, as it is or as it is requested; undefined where it is nothing after all. */
export type PublicParameter = (call: Call) => Promise<unknown>

/** Numbers of what entries of some kinds are about, by the references of the entries; those of one account alone. */
export type NameSource = {
  readonly kinds: RegExp
  readonly names: (params: { accountId: bigint; ids: readonly string[] }) => Promise<ReadonlyMap<string, OrderParams>>
}

/**
 * What a domain brings beside its own calls, only what there is of it. The app loops over the modules: whatever is served,
 * counted, shown to operators, started or stopped is what they declare, and is in no second list.
 */
export type Module = {
  readonly name: string
  readonly routes?: readonly Mounted[]
  readonly consoleRoutes?: readonly MountedOperator[]
  readonly jobs?: readonly JobSpec[]
  /** Readers of events that this or another domain publishes; see kernel/outbox. */
  readonly subscriptions?: readonly Subscription[]
  /** How the notices that this domain publishes reach their customers. */
  readonly notifications?: NotificationSpecs
  /** Senders of the mails and pushes that this domain plans; see kernel/outbox/delivery-queue.ts. */
  readonly deliveries?: readonly DeliveryQueue[]
  /** What waits for operators, with what its customers were promised. */
  readonly queues?: readonly QueueSpec[]
  /** What a customer's own export holds. */
  readonly dataExport?: readonly ExportSection[]
  /** What the lines of a customer's statement are about. */
  readonly names?: readonly NameSource[]
  /** What operators see of a customer by its time, and find by a number. */
  readonly timeline?: Readonly<Partial<Record<TimelineKind, TimelineSource>>>
  readonly search?: readonly SearchSource[]
  readonly gauges?: readonly Gauge[]
  readonly alerts?: readonly AlertSource[]
  readonly parameters?: readonly (readonly [key: string, parameter: PublicParameter])[]
  /** Public figures by name; those of several modules under one name are added up. */
  readonly figures?: Readonly<Record<string, FigureSource>>
  /** Called in the order of the modules, before any job runs. */
  readonly start?: (started: Started) => void | Promise<void>
  /** Called in the reverse order, when no job runs any more. */
  readonly stop?: () => Promise<void>
}

/** What every domain's module is given beside the domain. */
export type ModuleDeps = {
  readonly pools: Pools
  readonly clock: Clock
  /** The operators' record and passkeys. */
  readonly operators: OperatorDeps
}
