import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider, type Messages } from 'use-intl'
import { expect, test } from 'vitest'
import contracts from '../../texts/en/contracts.json' with { type: 'json' }
import { PriceAge } from './old-price.tsx'

const shown = (age: Parameters<typeof PriceAge>[0]): string =>
  renderToStaticMarkup(
    <IntlProvider locale="en" messages={{ contracts } as unknown as Messages} timeZone="UTC">
      <PriceAge {...age} />
    </IntlProvider>,
  ).replace(/<[^>]*>/g, '')

test('over the closing of a contract stands that its market is closed, not that its price is old', () => {
  expect(shown({ stale: true, shut: { at: Date.UTC(2026, 11, 6, 22) } })).toMatch(
    /^The market is closed[.] It opens .*2026.* The figures below are of its last price[.]/,
  )
  expect(shown({ stale: true, shut: { at: null } })).toMatch(/^The market is closed[.] The figures/)
})

test('an old price of an open market is called old, and a new one needs no words', () => {
  expect(shown({ stale: true, shut: undefined })).toBe(contracts.close.stale)
  expect(shown({ stale: false, shut: undefined })).toBe('')
})
