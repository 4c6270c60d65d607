import { accessLog } from '@evenhand/protocol/operator-customers.ts'
import { publicCapabilities, publicParamChanges, publicParams } from '@evenhand/protocol/operator-house.ts'
import type { OperatorRoute } from '@evenhand/protocol/operator-route.ts'
import type { Clock } from '../../kernel/clock.ts'
import { handle, type Mounted } from '../../kernel/http.ts'
import { accessTo } from './acts.store.ts'
import { capabilitiesOf } from './capabilities.ts'
import type { OperatorsDb } from './operators.deps.ts'
import { paramsAt, paramVersions } from './params.ts'

export type PublicOf = {
  /** As the role `api`, which reads here and writes nothing. */
  db: OperatorsDb
  clock: Clock
  routes: () => readonly OperatorRoute[]
}

/** What the public, and each customer of himself, may know of operators. Served with the customers' calls. */
export const operatorsPublicRoutes = ({ db, clock, routes }: PublicOf): Mounted[] => [
  handle(publicCapabilities, async () => capabilitiesOf(routes())),
  handle(publicParams, ({ at }) => paramsAt(db, at ?? clock.now())),
  handle(publicParamChanges, async () =>
    (await paramVersions(db)).filter(({ approvedAt }) => approvedAt !== null).toReversed(),
  ),
  handle(accessLog, async (ask, call) => {
    const size = ask.size ?? 20
    const page = ask.page ?? 1
    const of = { customerId: call.session.customerId, limit: size, offset: (page - 1) * size }
    return { ...(await accessTo(db, of)), page, size }
  }),
]
