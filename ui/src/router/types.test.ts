import { expect, test } from 'vitest'
import { memoryHistory } from './address.ts'
import { createRoute } from './route.ts'
import { createRouter } from './router.ts'
import type { SearchOf } from './target.ts'

const home = createRoute({ path: '/' })
const list = createRoute({
  path: '/list',
  validateSearch: ({ q }): { q?: string } => (q === undefined ? {} : { q: String(q) }),
})
const item = createRoute({ path: '/item', validateSearch: ({ code }): { code: string } => ({ code: String(code) }) })
const thing = createRoute({ path: '/things/$id', beforeLoad: ({ params }) => void params.id.length })
const Screen = () => null
const router = createRouter({
  routes: [home, list, item, thing],
  root: {},
  notFound: {},
  errorComponent: Screen,
  history: memoryHistory('/'),
})

/** Never called: that it compiles, and that each marked line does not, is the test. */
export function compiles(to: '/' | '/item'): void {
  void router.navigate({ to: '/list' })
  void router.navigate({ to: '/list', search: { q: 'a' }, hash: 'top', replace: true })
  void router.navigate({ to: '/item', search: { code: 'a' } })
  void router.navigate({ to: '/things/$id', params: { id: '7' } })
  void router.navigate({ href: '/from/the/server' })
  // @ts-expect-error no route has this path
  void router.navigate({ to: '/lists' })
  // @ts-expect-error a filled path is no path of a route
  void router.navigate({ to: '/things/7' })
  // @ts-expect-error its parameter is missing
  void router.navigate({ to: '/things/$id' })
  // @ts-expect-error a parameter is text
  void router.navigate({ to: '/things/$id', params: { id: 7 } })
  // @ts-expect-error it has no parameter
  void router.navigate({ to: '/list', params: { id: '7' } })
  // @ts-expect-error what it needs in its search is missing
  void router.navigate({ to: '/item' })
  // @ts-expect-error one of two targets needs a search
  void router.navigate({ to })
  // @ts-expect-error its search has no such field
  void router.navigate({ to: '/list', search: { w: 'a' } })
  // @ts-expect-error it keeps nothing in its search
  void router.navigate({ to: '/', search: { q: 'a' } })
  // @ts-expect-error an address that is made elsewhere has its search in it
  void router.navigate({ href: '/list', search: { q: 'a' } })
  // @ts-expect-error a path begins with a slash
  createRoute({ path: 'list' })
  // @ts-expect-error the path has no such parameter
  createRoute({ path: '/a/$id', beforeLoad: ({ params }) => void params.name })
  // @ts-expect-error an error is shown by the router's own component alone
  createRoute({ path: '/', errorComponent: Screen })
  // @ts-expect-error a loader is given nothing
  createRoute({ path: '/a/$id', loader: async ({ params }: { params: { id: string } }) => params.id })
}

test('the search of a route is what its `validateSearch` returns', () => {
  const search: SearchOf<(typeof router)['routes'][number], '/item'> = { code: 'a' }
  expect(item.validateSearch({ code: 'a' })).toEqual(search)
})
