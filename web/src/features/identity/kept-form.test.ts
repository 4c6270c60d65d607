import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { reviewedFields } from '@evenhand/protocol/identification.ts'
import { identityFormKey } from '../../lib/session.ts'
import type { IdentityForm } from './identity-form.ts'
import { keepForm, readKeptForm } from './kept-form.ts'

const stored = new Map<string, string>()
beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

const form = Object.fromEntries(reviewedFields.map((field) => [field, field])) as IdentityForm
const amy = { customerId: 'amy', after: null }
const kept = { form, step: 'pictures', whole: false } as const
const age = (ms: number) => {
  const text = JSON.parse(stored.get(identityFormKey) ?? '{}') as { at: number }
  stored.set(identityFormKey, JSON.stringify({ ...text, at: text.at - ms }))
}

it('brings back what was filled in, within a day', () => {
  keepForm(amy, kept)
  expect(readKeptForm(amy)).toEqual(kept)
  age(23 * 3_600_000)
  expect(readKeptForm(amy)).toEqual(kept)
  age(2 * 3_600_000)
  expect(readKeptForm(amy)).toBeUndefined()
  expect(stored.size).toBe(0)
})

it.each([
  ['another customer', () => readKeptForm({ ...amy, customerId: 'ben' })],
  ['a form for a later decision', () => readKeptForm({ ...amy, after: 1 })],
])('shows nothing of it to %s, and forgets it', (_, read) => {
  keepForm(amy, kept)
  expect(read()).toBeUndefined()
  expect(stored.size).toBe(0)
})

it.each(['', 'null', '{}', '[', JSON.stringify({ customerId: 'amy', after: null, at: 1e15, form: { firstName: 1 } })])(
  'begins anew where what is kept is no form: %s',
  (text) => {
    stored.set(identityFormKey, text)
    expect(readKeptForm(amy)).toBeUndefined()
  },
)
