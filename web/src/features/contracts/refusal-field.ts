import type { RefusalKey } from '@evenhand/protocol/codes.ts'
import type { Refused } from '../../lib/problem.ts'

/** Where a refusal is shown (errors.md, what the client does): at its field, on the button, or above it. */
export type RefusalField = 'lots' | 'leverage' | 'price' | 'stops' | 'margin' | 'wait' | 'form'

const fields: Partial<Record<RefusalKey, RefusalField>> = {
  amountWrong: 'lots',
  belowMinimumPurchase: 'lots',
  stopLossUnreasonable: 'stops',
  takeProfitUnreasonable: 'stops',
  stopAndTakeUnreasonable: 'stops',
  marginInsufficient: 'margin',
  tooMany: 'wait',
}

const isOwnField = (field: unknown): field is 'price' | 'leverage' => field === 'price' || field === 'leverage'

export const fieldOf = ({ key, params }: Pick<Refused, 'key' | 'params'>): RefusalField =>
  key === 'amountWrong' && isOwnField(params['field']) ? params['field'] : (fields[key] ?? 'form')

/** The leverages that a refusal names, where another was requested than is offered by now. */
export function leveragesIn({ params }: Pick<Refused, 'params'>): readonly number[] {
  const choices: unknown = params['choices']
  return Array.isArray(choices) ? choices.filter((one): one is number => typeof one === 'number') : []
}
