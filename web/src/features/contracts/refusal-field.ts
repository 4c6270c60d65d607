import type { RefusalKey } from '@evenhand/protocol/codes.ts'
import type { Refused } from '../../lib/problem.ts'

/** Where a refusal is shown (errors.md, what the client does): at its field, on the button, or above it. */
export type RefusalField = 'lots' | 'price' | 'stops' | 'margin' | 'wait' | 'form'

const places: Partial<Record<RefusalKey, RefusalField>> = {
  amountWrong: 'lots',
  belowMinimumPurchase: 'lots',
  stopLossUnreasonable: 'stops',
  takeProfitUnreasonable: 'stops',
  stopAndTakeUnreasonable: 'stops',
  marginInsufficient: 'margin',
  tooMany: 'wait',
}

export const fieldOf = ({ key, params }: Pick<Refused, 'key' | 'params'>): RefusalField =>
  key === 'amountWrong' && params['field'] === 'price' ? 'price' : (places[key] ?? 'form')
