import type { ComponentType, ReactElement } from 'react'
import { expect, test } from 'vitest'
import { parseSearch, stringifySearch, texts } from '../search.ts'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from './index.ts'

type Gate = { promise: Promise<void>; open: () => void; fail: () => void }
const gate = (): Gate => {
  let [open, fail] = [() => {}, () => {}]
  const promise = new Promise<void>((resolve, reject) => {
    open = resolve
    fail = () => reject(new Error('lost'))
  })
  return { promise, open, fail }
}
const Screen = () => null

/** Home, a list with a search, a slow page, a guarded one, and everything else to home. */
async function opened(at: string) {
  const slow = { gate: gate() }
  const home = createRoute({ path: '/', component: Screen, staticData: { chrome: 'home' } })
  const list = createRoute({ path: '/list', validateSearch: texts('q', 'sort'), component: Screen })
  const page = createRoute({ path: '/slow', loader: () => slow.gate.promise, component: Screen })
  const guarded = createRoute({
    path: '/mine',
    beforeLoad: ({ location }) => {
      throw redirect({ to: '/list', search: { q: location.href } })
    },
  })
  const other = createRoute({
    path: '$',
    beforeLoad: () => {
      throw redirect({ to: '/', replace: true })
    },
  })
  const router = createRouter({
    routeTree: createRootRoute({ component: Screen }).addChildren([home, list, page, guarded, other]),
    parseSearch,
    stringifySearch,
    defaultPendingMs: 5,
    defaultPendingComponent: Screen,
    defaultErrorComponent: Screen,
    history: createMemoryHistory({ initialEntries: [at] }),
  })
  await router.load()
  const here = () => router.state.location.href
  return { router, here, slow, routes: { home, list, page } }
}

test('an address finds its screen, with a slash too many as well; any other goes home', async () => {
  const { router, routes } = await opened('/list/?q=a&stray=1')
  expect(router.state.route).toBe(routes.list)
  expect(router.state.location.search).toEqual({ q: 'a' })
  const unknown = await opened('/no/such')
  expect(unknown.here()).toBe('/')
  expect(unknown.router.state.matches.at(-1)?.staticData).toEqual({ chrome: 'home' })
})

test('a guarded screen leads elsewhere and keeps the way back', async () => {
  expect((await opened('/mine?x=1')).here()).toBe('/list?q=%2Fmine%3Fx%3D1')
})

test('what is typed into the address of a screen is there at once, and made from what was', async () => {
  const { router, here } = await opened('/list?q=a')
  void router.navigate({ search: (before) => ({ ...before, sort: '-price' }), replace: true })
  expect(router.state.location.search).toEqual({ q: 'a', sort: '-price' })
  expect(here()).toBe('/list?q=a&sort=-price')
})

test('the screen before stays until the next is there, and boxes come when it is late', async () => {
  const { router, slow, routes } = await opened('/')
  const going = router.navigate({ to: '/slow' })
  expect(router.state).toMatchObject({ route: routes.home, late: false })
  await expect.poll(() => router.state.late).toBe(true)
  slow.gate.open()
  await going
  expect(router.state).toMatchObject({ route: routes.page, late: false, failed: undefined })
})

test('whoever goes on before a screen came is not brought back to it', async () => {
  const { router, slow, here } = await opened('/')
  const going = router.navigate({ to: '/slow' })
  await router.navigate({ to: '/list' })
  slow.gate.open()
  await going
  expect(here()).toBe('/list')
})

test('a screen that does not come says so, and can be tried again', async () => {
  const { router, slow, routes } = await opened('/')
  const going = router.navigate({ to: '/slow' })
  slow.gate.fail()
  await going
  expect(router.state.failed).toBeDefined()
  slow.gate = gate()
  slow.gate.open()
  await router.invalidate()
  expect(router.state).toMatchObject({ route: routes.page, failed: undefined })
})

test('a screen that was asked for twice stays the same one, so that nothing typed into it is lost', async () => {
  const made: ComponentType[] = []
  const first = gate()
  const load = async () => {
    await first.promise
    made.push(() => null)
    return { Page: made.at(-1) ?? Screen }
  }
  const lazy = lazyRouteComponent(load, 'Page')
  const pointedAt = lazy.preload()
  const pressed = lazy.preload()
  first.open()
  await Promise.all([pointedAt, pressed])
  const drawn = (lazy as unknown as () => ReactElement)()
  expect(made).toHaveLength(2)
  expect(drawn.type).toBe(made[0])
})
