import { expect, test } from 'vitest'
import { safeBack } from './back.ts'

test.each([
  '/',
  '/market?type=2',
  '/cruuency?code=BTC&type=2&id=1',
  '/profile/orders',
  '/detail?id=terms',
  '/transparency#checks',
])('keeps our own %s', (path) => expect(safeBack(path)).toBe(path))

test.each([
  undefined,
  '',
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/marketing',
  '/pass/login',
  'javascript:alert(1)',
  `/market?${'x'.repeat(600)}`,
])('sends %s home', (path) => expect(safeBack(path)).toBe('/'))
