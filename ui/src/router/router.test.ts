import type { ComponentType, ReactElement } from 'react'
import { expect, test } from 'vitest'
import { memoryHistory, type RawSearch } from './address.ts'
import { lazyRouteComponent } from './lazy-route-component.tsx'
import { createRoute, Redirect, type Layout } from './route.ts'
import { createRouter } from './router.ts'

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
const listSearch = ({ q, sort }: RawSearch): { q?: string; sort?: string } => ({
  ...(q === undefined ? {} : { q: String(q) }),
  ...(sort === undefined ? {} : { sort: String(sort) }),
})

/** Home, a list with a search, a thing by its id, a slow page, guarded ones, and everything else to home. */
async function opened(at: string) {
  const slow = { gate: gate() }
  const session = { gate: gate(), user: undefined as string | undefined, requested: 0 }
  const home = createRoute({ path: '/', component: Screen })
  const list = createRoute({ path: '/list', validateSearch: listSearch, component: Screen })
  const newThing = createRoute({ path: '/things/new', component: Screen })
  const thing = createRoute({ path: '/things/$id', component: Screen })
  const part = createRoute({ path: '/things/$id/parts/$part', component: Screen })
  const page = createRoute({ path: '/slow', loader: () => slow.gate.promise, component: Screen })
  const guarded = createRoute({
    path: '/mine',
    beforeLoad: ({ location }) => {
      throw new Redirect({ to: '/list', search: { q: location.href } })
    },
  })
  const inside: Layout = {
    component: Screen,
    beforeLoad: async ({ location }) => {
      session.requested += 1
      await session.gate.promise
      if (session.user === undefined) throw new Redirect({ to: '/list', search: { q: location.href } })
    },
  }
  const desk = createRoute({ path: '/desk', parent: inside, component: Screen })
  const circle = createRoute({
    path: '/circle',
    beforeLoad: () => {
      throw new Redirect({ to: '/circle' })
    },
  })
  const strict = createRoute({
    path: '/strict',
    validateSearch: ({ n }): { n: string } => {
      if (typeof n !== 'string') throw new Error('no n')
      return { n }
    },
  })
  const notFound: Layout = {
    beforeLoad: () => {
      throw new Redirect({ to: '/' })
    },
  }
  const history = memoryHistory(at)
  const root: Layout = { component: Screen }
  const router = createRouter({
    routes: [home, list, thing, newThing, part, page, guarded, desk, circle, strict],
    root,
    notFound,
    pendingMs: 5,
    pendingComponent: Screen,
    errorComponent: Screen,
    history,
  })
  const loading = router.load()
  const here = () => router.state.location.href
  return {
    router,
    here,
    slow,
    session,
    loading,
    history,
    routes: { home, list, page, thing, newThing, part, desk, strict, inside, root },
  }
}
const settled = async (at: string) => {
  const options = await opened(at)
  await options.loading
  return options
}

test('an address finds its screen, with a slash too many as well; any other goes home', async () => {
  const { router, routes } = await settled('/list/?q=a&stray=1')
  expect(router.state.route).toBe(routes.list)
  expect(router.state.location.search).toEqual({ q: 'a' })
  const unknown = await settled('/no/such')
  expect(unknown.here()).toBe('/')
  expect(unknown.router.state.route).toBe(unknown.routes.home)
})

test('a guarded screen leads elsewhere and keeps the way back', async () => {
  expect((await settled('/mine?x=1')).here()).toBe('/list?q=%2Fmine%3Fx%3D1')
})

test('what is typed into the address of a screen is there at once, and made from what was', async () => {
  const { router, here } = await settled('/list?q=a')
  void router.changeSearch('/list', (before) => ({ ...before, sort: '-price' }), { replace: true })
  expect(router.state.location.search).toEqual({ q: 'a', sort: '-price' })
  expect(here()).toBe('/list?q=a&sort=-price')
})

test('the screen before stays until the next is there, and boxes come when it is late', async () => {
  const { router, slow, routes } = await settled('/')
  const going = router.navigate({ to: '/slow' })
  expect(router.state).toMatchObject({ route: routes.home, pendingAt: undefined })
  await expect.poll(() => router.state.pendingAt).toBe(1)
  slow.gate.open()
  await going
  expect(router.state).toMatchObject({ route: routes.page, pendingAt: undefined, failed: undefined })
})

test('a person who navigates on before a screen has loaded is not brought back to it', async () => {
  const { router, slow, here } = await settled('/')
  const going = router.navigate({ to: '/slow' })
  await router.navigate({ to: '/list' })
  slow.gate.open()
  await going
  expect(here()).toBe('/list')
})

test('a screen that does not come reports it, and can be tried again', async () => {
  const { router, slow, routes } = await settled('/')
  const going = router.navigate({ to: '/slow' })
  slow.gate.fail()
  await going
  expect(router.state.failed).toBeDefined()
  slow.gate = gate()
  slow.gate.open()
  await router.invalidate()
  expect(router.state).toMatchObject({ route: routes.page, failed: undefined })
})

test('a screen that was requested twice stays the same one, so that nothing typed into it is lost', async () => {
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

test('parameters of a path are read decoded, written encoded, and take one segment each', async () => {
  const { router, here, routes } = await settled('/things/a%2Fb%20c')
  expect(router.state).toMatchObject({ route: routes.thing, params: { id: 'a/b c' } })
  await router.navigate({ to: '/things/$id/parts/$part', params: { id: '7', part: 'ä?' } })
  expect(here()).toBe('/things/7/parts/%C3%A4%3F')
  expect(router.state).toMatchObject({ route: routes.part, params: { id: '7', part: 'ä?' } })
  for (const wrong of ['/things/', '/things/7/parts', '/things/7/parts/8/9', '/things/%E0%A4'])
    expect((await settled(wrong)).here()).toBe('/')
  for (const id of ['', '.', '..'])
    expect(() => router.navigate({ to: '/things/$id', params: { id } })).toThrow('address')
})

test('a literal path wins over a parameter, wherever it stands in the table', async () => {
  const { router, routes } = await settled('/things/new')
  expect(router.state).toMatchObject({ route: routes.newThing, params: {} })
})

test('two routes of the same addresses are no table', () => {
  const routes = [createRoute({ path: '/x/$id' }), createRoute({ path: '/x/$name' })]
  expect(() => createRouter({ routes, root: {}, notFound: {}, errorComponent: Screen })).toThrow('/x/$id')
})

test('an asynchronous guard blocks navigation until it resolves', async () => {
  const { router, here, session, loading, routes } = await opened('/desk?x=1')
  expect(router.state.layers).toEqual([routes.root])
  session.gate.open()
  await loading
  expect(here()).toBe('/list?q=%2Fdesk%3Fx%3D1')
  session.user = 'lina'
  await router.navigate({ to: '/desk' })
  expect(router.state.layers).toEqual([routes.root, routes.inside, routes.desk])
})

test('a guard that fails shows that, and nothing of what it guards', async () => {
  const { router, session, loading, routes } = await opened('/desk')
  session.gate.fail()
  await loading
  expect(router.state.failed).toMatchObject({ at: router.state.layers.indexOf(routes.inside) })
})

test('the response of a guard counts no more once the visitor has gone on', async () => {
  const { router, here, session, loading, routes } = await opened('/desk')
  await router.navigate({ to: '/' })
  session.gate.open()
  await loading
  expect(here()).toBe('/')
  expect(router.state.route).toBe(routes.home)
})

test('an address whose search cannot be read shows an error in the place of its screen', async () => {
  const { router, routes } = await settled('/strict')
  expect(router.state).toMatchObject({ route: routes.strict, failed: { at: 1 } })
  await router.navigate({ to: '/strict', search: { n: '1' } })
  expect(router.state).toMatchObject({ failed: undefined, location: { search: { n: '1' } } })
})

test('redirects in a circle end in an error', async () => {
  const { router } = await settled('/circle')
  expect(String(router.state.failed?.error)).toContain('circle')
  await router.navigate({ to: '/' })
  expect(router.state.failed).toBeUndefined()
})

test('a change of the search comes too late once its screen is left, even while the next is on its way', async () => {
  const { router, here, slow } = await settled('/list?q=a')
  const going = router.navigate({ to: '/slow' })
  await router.changeSearch('/list', (before) => ({ ...before, sort: 'price' }), { replace: true })
  slow.gate.open()
  await going
  expect(here()).toBe('/slow')
})

test('going back shows the screen before, and a replaced entry is not one', async () => {
  const { router, here } = await settled('/')
  await router.navigate({ to: '/list', search: { q: 'a' } })
  await router.navigate({ to: '/things/$id', params: { id: '7' }, replace: true })
  expect(router.state.location.index).toBe(1)
  router.back()
  await expect.poll(here).toBe('/')
})

test('a target is fetched ahead behind its guard, and a failure of that shows nowhere', async () => {
  const { router, session, slow } = await settled('/')
  const ahead = router.preload({ to: '/slow' })
  slow.gate.fail()
  await ahead
  session.gate.open()
  await router.preload({ to: '/desk' })
  expect(session.requested).toBe(1)
  expect(router.state).toMatchObject({ failed: undefined, location: { href: '/' } })
})
