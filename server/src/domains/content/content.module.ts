import type { Config } from '../../kernel/config/config.ts'
import { owned } from '../../kernel/db/db.ts'
import type { Log } from '../../kernel/log.ts'
import type { Module, ModuleDeps } from '../../kernel/module/module.ts'
import { contentConsole } from './content.console.ts'
import type { ContentConsoleDeps } from './content.deps.ts'
import { contentRoutes } from './content.routes.ts'
import { keepItem, keepShipped } from './drafts.store.ts'
import type { Content } from './index.ts'
import { officialAddresses } from './official-addresses.ts'
import { publishDue } from './publish-draft.ts'

export type ContentModuleDeps = Pick<ModuleDeps, 'pools' | 'clock' | 'operators'> &
  Pick<ContentConsoleDeps, 'operatorNames'> & { config: Config; log: Log }

/** Contents as they are served, written by operators and published when they are due, and public parameters. */
export function contentModule(content: Content, deps: ContentModuleDeps): Module {
  const { pools, clock, log, config, operators, operatorNames } = deps
  const db = owned<'content'>(pools.console)
  const { catalogue } = content.deps
  return {
    name: 'content',
    routes: contentRoutes(content),
    consoleRoutes: contentConsole({ db, clock, content, operators, operatorNames }),
    async start({ isClock }) {
      if (isClock) await keepLegal()
      await content.refresh()
    },
    jobs: [
      { name: 'read contents', everyMs: 2_000, inEveryProcess: true, run: () => content.refresh() },
      {
        name: 'publish contents',
        everyMs: 2_000,
        async run() {
          await content.refresh()
          if ((await publishDue({ db, catalogue, now: clock.now(), log })) > 0) await content.refresh(true)
        },
      },
    ],
    parameters: [
      ['own_addresses', async () => officialAddresses(config)],
      ['social_links', async () => config.socialLinks],
    ],
  }

  /** Every legal text that ever shipped stays readable under its number. */
  async function keepLegal(): Promise<void> {
    const legal = catalogue.itemsOf('page').filter((item) => item.isLegal)
    for (const item of legal) await keepItem(db, { ...item, at: clock.now() })
    const slugs = new Set(legal.map(({ slug }) => slug))
    await keepShipped(
      db,
      catalogue.shippedTexts.filter(({ slug }) => slugs.has(slug)),
    )
  }
}
