import { identificationQueue, viewIdentification } from '@evenhand/protocol/identification-console.ts'
import { reviewHours } from '@evenhand/protocol/identification.ts'
import { owned } from '../../kernel/db/db.ts'
import type { Module, ModuleDeps } from '../../kernel/module/module.ts'
import { shortId, type SearchSource } from '../../kernel/module/search.ts'
import { findIdentifications } from './find-identifications.ts'
import { kycConsole } from './identification.console.ts'
import { identityTimeline } from './identity-timeline.ts'
import type { Kyc } from './index.ts'
import { kycNotifications } from './kyc.notifications.ts'
import { kycRoutes } from './kyc.routes.ts'
import { identificationsExport } from './personal-data.ts'
import { identityHistory } from './queue-history.store.ts'
import { identityQueue, identityWaits } from './queue.store.ts'
import { hourMs } from '@evenhand/protocol/durations.ts'

const identitySearch = ({ deps }: Kyc): SearchSource => ({
  shownBy: { identification: identificationQueue },
  async find({ sought: { id, docNumber }, may }) {
    const number = may(viewIdentification) ? docNumber : undefined
    if (id === undefined && number === undefined) return []
    const found = await findIdentifications({ ...deps, db: deps.consoleDb }, { id, docNumber: number })
    return found.map((one) => ({ kind: 'identification', no: shortId(one.id), ...one }))
  },
})

/** Identification as it is served, worked on by operators and notified. */
export function kycModule(kyc: Kyc, { pools, operators }: ModuleDeps): Module {
  const [api, console] = [owned<'kyc'>(pools.api), owned<'kyc'>(pools.console)]
  return {
    name: 'kyc',
    routes: kycRoutes(kyc),
    consoleRoutes: kycConsole(kyc.deps, operators),
    jobs: kyc.jobs,
    queues: [
      {
        name: 'identity',
        shownBy: identificationQueue,
        promisedMs: reviewHours * hourMs,
        waiting: (now) => identityQueue(console, now),
        history: (params) => identityHistory(console, params),
        publicWaits: (now) => identityWaits(api, now),
      },
    ],
    notifications: kycNotifications,
    dataExport: identificationsExport(api, kyc.deps.keys),
    timeline: { identity: identityTimeline(console) },
    search: [identitySearch(kyc)],
    parameters: [['kyc_sla_hours', async () => reviewHours]],
  }
}
