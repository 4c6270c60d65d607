import { join } from 'node:path'
import { languages } from '@evenhand/protocol/languages.ts'
import { expect, test } from 'vitest'
import { features } from '../src/features.ts'
import { screensOf } from '../src/lib/feature.ts'
import { descriptionOf, isListed, pageListOf, textFinder } from './page-list.ts'

const root = join(import.meta.dirname, '..')
const screens = screensOf(features)
const pages = pageListOf(root, screens)

test('every page that anybody may see has a title and a description of its own in each language', () => {
  const text = textFinder(root)
  const listed = screens.filter(isListed)
  expect(listed.length).toBeGreaterThan(6)
  for (const { value } of languages) {
    for (const screen of listed) {
      expect(descriptionOf(text, screen, value), `${screen.path} in ${value}`).toEqual(expect.any(String))
      expect(pages[screen.path]?.texts[value].title, `${screen.path} in ${value}`).not.toBe('')
    }
    expect(pages['/cruuency']?.texts[value].named).toContain('{name}')
    expect(pages['/pass/register']?.texts[value].description).not.toBe(pages['/']?.texts[value].description)
  }
})

test('accounts, steps of signing in and aliases are not for lists of results', () => {
  for (const path of ['/pass/login', '/currency', '/api/loginCallback/google', '/profile', '/loan/account'])
    expect(pages[path]?.isListed, path).toBe(false)
  for (const [path, { isPrivate }] of Object.entries(pages))
    expect(isPrivate, path).toBe(screens.some((screen) => screen.path === path && screen.isForCustomers === true))
})
