import { announcedDebits } from '@evenhand/protocol/adjustments.ts'
import { accessLog } from '@evenhand/protocol/operator-customers.ts'
import { publicCapabilities, publicParamChanges, publicParams } from '@evenhand/protocol/operator-result.ts'
import type { OperatorRoute } from '@evenhand/protocol/operator-route.ts'
import { ownRestriction } from '@evenhand/protocol/restrictions.ts'
import type { Clock } from '../../kernel/time/clock.ts'
import { handle, type Mounted } from '../../kernel/http/http.ts'
import { accessTo } from './audit-log.store.ts'
import { capabilitiesOf } from './capabilities.ts'
import { customerRestriction } from './customer-restriction.ts'
import { customerDebits, type ObjectionsParams } from './customer-debits.ts'
import type { OperatorsDb } from './operators.deps.ts'
import { paramsAt, paramVersions } from './params.ts'

export type PublicParams = {
  /** As the role `api`, which reads here and writes nothing. */
  db: OperatorsDb
  clock: Clock
  routes: () => readonly OperatorRoute[]
  objectionsOf: ObjectionsParams
}

/** What the public, and each customer of himself, may know of operators. Served with the customers' calls. */
export const operatorsPublicRoutes = ({ db, clock, routes, objectionsOf }: PublicParams): Mounted[] => [
  handle(publicCapabilities, async () => capabilitiesOf(routes())),
  handle(publicParams, ({ at }) => paramsAt(db, at ?? clock.now())),
  handle(publicParamChanges, async () =>
    (await paramVersions(db)).filter(({ approvedAt }) => approvedAt !== null).toReversed(),
  ),
  handle(announcedDebits, (_request, { session: { customerId } }) =>
    customerDebits(db, { customerId, now: clock.now(), objectionsOf }),
  ),
  handle(ownRestriction, (_request, { session: { customerId } }) =>
    customerRestriction(db, { customerId, now: clock.now() }),
  ),
  handle(accessLog, async (request, call) => {
    const size = request.size ?? 20
    const page = request.page ?? 1
    const params = { customerId: call.session.customerId, limit: size, offset: (page - 1) * size }
    return { ...(await accessTo(db, params)), page, size }
  }),
]
