import { operatorUser } from '@evenhand/protocol/operator-customers.ts'
import { owned } from '../../kernel/db/db.ts'
import type { JobSpec, Module, ModuleDeps } from '../../kernel/module/module.ts'
import type { Log } from '../../kernel/log.ts'
import type { Markets } from '../markets/index.ts'
import type { Notices } from '../notices/index.ts'
import { findOrders } from './find-orders.ts'
import type { Options } from './index.ts'
import type { OptionsDeps } from './options.deps.ts'
import { resultNotices } from './options.events.ts'
import { optionNotifications } from './options.notifications.ts'
import { optionsRoutes } from './options.routes.ts'
import { orderTimeline } from './order-timeline.ts'
import { optionsExport } from './personal-data.ts'
import { notifyTerms, type NotifyTermsDeps } from './notify-terms.ts'
import { firstRows } from './terms-book.ts'

/** Percent of the reserve below which new orders are about to be refused. */
const lowPercent = 20

export type OptionsModuleDeps = Pick<ModuleDeps, 'pools' | 'clock'> & {
  /** The terms as they are decided, and the job that reads them. */
  terms: { job: JobSpec; decided: NotifyTermsDeps['decided'] }
  notices: NotifyTermsDeps['notices'] & Pick<Notices, 'write'>
  log: Log
  markets: Pick<Markets, 'instruments'>
  receiptDocument: OptionsDeps['receiptDocument']
}

/** Options as they are served, shown to operators, notified, counted and watched. */
export function optionsModule(options: Options, deps: OptionsModuleDeps): Module {
  const { pools, clock, log, markets, notices, terms, receiptDocument } = deps
  const termsNotices = notifyTerms({ clock, notices, options, first: firstRows, decided: terms.decided })
  const db = owned<'options'>(pools.console)
  const codes = new Map(markets.instruments().map(({ id, code }) => [id, code]))
  return {
    name: 'options',
    routes: optionsRoutes(options),
    jobs: [...options.jobs, terms.job, termsNotices.job],
    subscriptions: [resultNotices({ db: owned<'outbox'>(pools.api), log, markets, notices })],
    notifications: optionNotifications,
    dataExport: optionsExport(owned<'options'>(pools.api), receiptDocument),
    names: [{ kinds: /^option\./, names: options.namesOf }],
    timeline: { order: orderTimeline(db, (id) => codes.get(id) ?? String(id)) },
    search: [
      {
        shownBy: { order: operatorUser },
        async find({ sought: { orderNo }, may }) {
          if (orderNo === undefined || !may(operatorUser)) return []
          return (await findOrders(db, orderNo)).map((order) => ({ kind: 'order', ...order }))
        },
      },
    ],
    figures: {
      realVolume: options.realVolume,
      lateReceipts: options.lateReceipts,
      lossRate: options.lossRate,
      optionResults: options.optionResults,
      strategyReturns: options.strategyReturns,
    },
    alerts: [
      {
        kinds: ['reserveLow'],
        async read() {
          const percent = await options.reserveLeftPercent()
          return percent < lowPercent ? [{ kind: 'reserveLow', subject: 'options', count: percent }] : []
        },
      },
    ],
    start: options.start,
    stop: options.stop,
  }
}
