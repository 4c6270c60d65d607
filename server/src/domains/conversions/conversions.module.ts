import { operatorUser } from '@evenhand/protocol/operator-customers.ts'
import { owned } from '../../kernel/db/db.ts'
import type { Module, ModuleDeps } from '../../kernel/module/module.ts'
import { conversionsExport } from './conversions.export.ts'
import { conversionsRoutes } from './conversions.routes.ts'
import { nameConversions, searchConversions } from './conversions.store.ts'
import { conversionTimeline } from './conversions.timeline.ts'
import type { Conversions } from './conversions.ts'
import { convertedVolume } from './converted-volume.ts'
import { conversionNotifications } from './conversions.notifications.ts'

/** One coin for another as it is served, shown to operators, exported and counted. */
export function conversionsModule(conversions: Conversions, { pools }: Pick<ModuleDeps, 'pools'>): Module {
  const [api, console] = [owned<'conversions'>(pools.api), owned<'conversions'>(pools.console)]
  return {
    name: 'conversions',
    routes: conversionsRoutes(conversions),
    notifications: conversionNotifications,
    dataExport: conversionsExport(api),
    names: [{ kinds: /^convert\b/, names: (params) => nameConversions(api, params) }],
    timeline: { conversion: conversionTimeline(console) },
    search: [{ shownBy: { conversion: operatorUser }, find: ({ sought }) => searchConversions(console, sought) }],
    figures: { realVolume: convertedVolume(api) },
  }
}
