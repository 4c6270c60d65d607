import { languages } from '@evenhand/protocol/languages.ts'
import { legalHoldKinds } from '@evenhand/protocol/legal-holds.ts'
import { requestKinds } from '@evenhand/protocol/operator-requests.ts'
import { operatorRoles } from '@evenhand/protocol/operator-route.ts'
import { foundKinds } from '@evenhand/protocol/operator-search.ts'
import { expect, test } from 'vitest'
import { features } from './features.ts'
import { findings } from './layout/find-screens.ts'
import { pathOfFound } from './layout/search-numbers.ts'
import { gather, isOpen, type Feature } from './lib/feature.ts'
import { inRail } from './layout/in-rail.ts'
import { routeOf } from './routes.tsx'

const all = gather(features)
const inside = all.screens.filter(({ isOutside }) => !isOutside)
const files = import.meta.glob<object>('./texts/*/*.json', { eager: true, import: 'default' })
const textsOf = (lang: string): object =>
  Object.fromEntries(
    Object.entries(files).flatMap(([path, texts]) => {
      const [, folder, name] = /texts\/(\w+)\/(\w+)\.json$/.exec(path) ?? []
      return folder === lang && name !== undefined ? [[name, texts]] : []
    }),
  )

test.each(languages.map(({ value }) => value))('every name that a feature gives has a text in %s', (lang) => {
  const texts = textsOf(lang)
  const keys = [
    ...all.screens.flatMap(({ title, find }) => [title, find]),
    ...[...all.queues.values()].flatMap(({ title, clock }) => [title, clock]),
    ...[...all.found.values()].map(({ title }) => title),
    ...[...all.requests.values()].flatMap(({ line, effect }) => [line({}).key, effect?.({}).key]),
  ].filter((key) => key !== undefined)
  expect(keys.length).toBeGreaterThan(40)
  for (const key of keys) expect(texts, key).toHaveProperty(key, expect.any(String))
})

test('every screen has a path of its own, and a role that opens it', () => {
  const paths = all.screens.map(({ path }) => path)
  expect(new Set(paths).size).toBe(paths.length)
  for (const screen of inside)
    expect(
      operatorRoles.some((role) => isOpen(screen, ({ roles }) => roles.includes(role))),
      screen.path,
    ).toBe(true)
})

test('every queue and whatever is found leads to a screen that is there', () => {
  const found = { id: '1', no: '1', customerId: null, username: null, status: null, about: null, at: null }
  const targets = [
    ...[...all.queues.values()].flatMap(({ at }) => at ?? []),
    ...foundKinds.map((kind) => pathOfFound(all, { ...found, kind })),
    ...[...requestKinds, ...legalHoldKinds].map((about) => pathOfFound(all, { ...found, kind: 'request', about })),
  ]
  const paths = new Set(inside.map(({ path }) => path))
  for (const { to, search } of targets) {
    expect(paths).toContain(to)
    const kept = Object.keys(inside.find(({ path }) => path === to)?.search ?? {})
    if (to !== '/') expect(kept).toEqual(expect.arrayContaining(Object.keys(search)))
  }
})

test('whatever the palette may find, and whatever is requested, belongs to a feature', () => {
  expect([...all.found.keys()].toSorted()).toEqual([...foundKinds].toSorted())
  expect([...all.requests.keys()].toSorted()).toEqual([...requestKinds, ...legalHoldKinds].toSorted())
})

test('a feature that is added to the list has its routes, its line in the rail and in the palette', () => {
  const call = { method: 'GET', path: '/swx/admin/sample', roles: ['support'] } as const
  const sample: Feature = {
    screens: [
      {
        path: '/sample',
        title: 'sessions.title',
        group: 'people',
        icon: 'M4 4h16',
        needs: [call],
        search: {},
        find: 'ledger.find',
        load: () => Promise.resolve(() => null),
      },
    ],
    queues: { samples: { title: 'sessions.title', at: { to: '/sample', search: {} } } },
  }
  const more = gather([...features, sample])
  const may = ({ path }: { path: string }) => path === call.path
  expect(more.screens.map(routeOf)).toContainEqual(expect.objectContaining({ path: '/sample' }))
  expect(inRail(more.screens, may)).toMatchObject([{ group: 'people', screens: [{ path: '/sample' }] }])
  expect(findings(more, 'x', { may, titleOf: () => '' }).searches).toMatchObject([
    { to: '/sample', search: { q: 'x' } },
  ])
  expect(more.queues.get('samples')?.at?.to).toBe('/sample')
  expect(() => gather([...features, sample, sample])).toThrow('/sample')
})
