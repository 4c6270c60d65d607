import { languages } from '@evenhand/protocol/languages.ts'
import { sortByPath } from '@evenhand/ui/router/path.ts'
import { expect, test } from 'vitest'
import { features } from './features.ts'
import { chromes } from './layout/chrome.ts'
import { navOf, screen, screensOf, type Feature } from './lib/feature.ts'
import { routeOf } from './routes.tsx'

const screens = screensOf(features)
const paths = new Set<string>(screens.map(({ path }) => path))
const navs = ['tab', 'account', 'setting'] as const
const files = import.meta.glob<object>('./texts/*/*.json', { eager: true, import: 'default' })
const textsOf = (lang: string): object =>
  Object.fromEntries(
    Object.entries(files).flatMap(([path, texts]) => {
      const [, folder, name] = /texts\/(\w+)\/(\w+)\.json$/.exec(path) ?? []
      return folder === lang && name !== undefined ? [[name, texts]] : []
    }),
  )

test.each(languages.map(({ value }) => value))(
  'every screen and every line that leads to one is named in %s',
  (lang) => {
    const texts = textsOf(lang)
    const keys = screens.flatMap(({ title, tab, account, setting, prerender }) =>
      [title, tab?.title, account?.title, setting?.title, setting?.text, prerender?.description].filter(
        (key) => key !== undefined,
      ),
    )
    expect(keys.length).toBeGreaterThan(50)
    for (const key of keys) expect(texts, key).toHaveProperty(key, expect.any(String))
  },
)

test('a screen has the texts of its own title', () => {
  for (const { path, title, texts, isNamedByContent, redirect } of screens)
    if (!isNamedByContent && !redirect) expect(texts, path).toContain(title.split('.')[0])
})

test('every screen has a path of its own, and what stands in the account is for customers', () => {
  expect(paths.size).toBe(screens.length)
  for (const { path, isAccountPage, isForCustomers, usesQueries } of screens) {
    expect(isForCustomers === true, path).toBe(/^[/](profile|loan[/])/.test(path))
    if (isAccountPage)
      expect({ path, isForCustomers, usesQueries }).toEqual({ path, isForCustomers: true, usesQueries: true })
  }
})

test('every line of a navigation leads to a screen, and no two stand in one place', () => {
  for (const nav of navs) {
    const lines = navOf(screens, nav)
    expect(lines.length).toBeGreaterThan(2)
    for (const { path } of lines) expect(paths).toContain(path)
    expect(new Set(lines.map(({ at }) => at)).size).toBe(lines.length)
  }
})

test('a page of the account stands under one that is in its list', () => {
  const listed = navOf(screens, 'account').map(({ path }) => path)
  for (const { under } of screens) if (under !== undefined) expect(listed).toContain(under)
})

test('an address that a screen cannot show leads to one that is there', () => {
  for (const { path, redirect, search } of screens) {
    const target = redirect?.(search?.({}))
    if (redirect) expect(paths, path).toContain(target?.to)
  }
})

test('one screen is made into the page', () =>
  expect(screens.filter(({ prerender }) => prerender).map(({ path }) => path)).toEqual(['/']))

test('a feature that is added to the list has its route and its lines in every navigation', () => {
  const line = { title: 'common.nav.home', icon: 'home', at: 1.5 } as const
  const sample = {
    screens: [
      screen({
        path: '/sample',
        title: 'common.nav.home',
        chrome: chromes.page,
        texts: [],
        tab: line,
        account: { ...line, group: 'trade' },
        setting: line,
        load: () => Promise.resolve(() => null),
      }),
    ],
  } satisfies Feature
  const more = screensOf([...features, sample])
  expect(more.map(routeOf)).toContainEqual(expect.objectContaining({ path: '/sample' }))
  for (const nav of navs) expect(navOf(more, nav).map(({ path }) => path)).toContain('/sample')
  expect(navOf(more, 'tab').map(({ path }) => path)).toEqual([
    '/',
    '/sample',
    '/market',
    '/trading',
    '/nfts',
    '/profile',
  ])
  expect(() => sortByPath(screensOf([...features, sample, sample]))).toThrow('/sample')
})
