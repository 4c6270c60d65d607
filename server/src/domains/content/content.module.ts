import type { Config } from '../../kernel/config/config.ts'
import type { Module } from '../../kernel/module/module.ts'
import { contentRoutes } from './content.routes.ts'
import type { Content } from './index.ts'
import { officialAddresses } from './official-addresses.ts'

/** Contents and public parameters as they are served. */
export const contentModule = (content: Content, { config }: { config: Config }): Module => ({
  name: 'content',
  routes: contentRoutes(content),
  jobs: [{ name: 'read contents', everyMs: 2_000, inEveryProcess: true, run: () => content.refresh() }],
  start: () => content.refresh(),
  parameters: [
    ['own_addresses', async () => officialAddresses(config)],
    ['social_links', async () => config.socialLinks],
  ],
})
