import type { Module, ModuleDeps } from '../../kernel/module/module.ts'
import { checkAlerts } from './check-alerts.ts'
import { booksConsole } from './books.console.ts'
import { booksRoutes, figuresRoutes } from './books.routes.ts'
import type { Figures } from './figures.ts'
import type { Books } from './index.ts'

/** The log as it is served, shown to operators and watched. */
export const booksModule = (books: Books, { pools, operators }: ModuleDeps): Module => ({
  name: 'books',
  routes: booksRoutes(books),
  consoleRoutes: booksConsole({
    ...operators,
    books,
    asConsole: (run) => pools.console.transaction().execute(run),
  }),
  jobs: books.jobs,
  alerts: [
    {
      kinds: ['checkFailed', 'checkStale'],
      read: async () => checkAlerts(await books.checkStates()),
    },
  ],
  start: books.start,
})

/** The public figures, counted from the records of every module that has one. */
export const figuresModule = (figures: Figures): Module => ({
  name: 'figures',
  routes: figuresRoutes(figures),
  jobs: figures.jobs,
  parameters: [['stats', () => figures.stats()]],
})
