import type { ContractOrder } from '@evenhand/protocol/contracts.ts'
import notice from '@evenhand/protocol/texts/en/notice.json' with { type: 'json' }
import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider, type Messages } from 'use-intl'
import { expect, test } from 'vitest'
import { UnfilledReason } from './unfilled-reason.tsx'

const market = { status: 'CANCELLED', orderType: 'MARKET', openPrice: null, closePrice: null } as ContractOrder
const { ended } = notice.contract

const shown = (order: Partial<ContractOrder>): string =>
  renderToStaticMarkup(
    <IntlProvider locale="en" messages={{ notice } as unknown as Messages} timeZone="UTC">
      <UnfilledReason order={{ ...market, ...order }} />
    </IntlProvider>,
  ).replace(/<[^>]*>/g, '')

test('an order that was not filled says why', () => {
  expect(shown({ status: 'EXPIRED', orderType: 'LIMIT' })).toBe(ended.EXPIRED.text)
  expect(shown({ status: 'REJECTED_MARGIN', orderType: 'STOP' })).toBe(ended.REJECTED_MARGIN.text)
  expect(shown({ status: 'CANCELLED_SLIPPAGE' })).toBe(ended.CANCELLED_SLIPPAGE.text)
})

test('a cancelled order says what was missing, and nothing where its customer took it back', () => {
  expect(shown({ status: 'CANCELLED' })).toBe(ended.CANCELLED.text)
  expect(shown({ orderType: 'LIMIT', closePrice: '1.17' })).toBe(ended.CANCELLED_STOPS.text)
  expect(shown({ orderType: 'LIMIT' })).toBe('')
})
