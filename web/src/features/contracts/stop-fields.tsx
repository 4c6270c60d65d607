import { useProblemText, useRefusalText } from '../../lib/problem-text.ts'
import type { Refused } from '../../lib/problem.ts'
import type { StopEntry, StopProblem, StopScale } from './contract-ticket.form.ts'
import { shownRange } from './shown-price.ts'
import { StopField } from './stop-field.tsx'

const kinds = ['stopLoss', 'takeProfit'] as const
type Kind = (typeof kinds)[number]
type Bounds = { readonly from: string | null; readonly to: string | null }

type StopsProps = {
  entries: Readonly<Record<Kind, StopEntry>>
  prices: Readonly<Record<Kind, bigint | 'wrong' | undefined>>
  scale: StopScale | undefined
  /** What is wrong by the bounds known here, and the bounds. */
  problem: StopProblem | undefined
  bounds: Readonly<Record<Kind, Bounds>> | undefined
  /** Decimals in which the instrument is shown. */
  decimals: number
  refused: Refused | undefined
  /** Whether an empty field is a mistake by now. */
  checked: boolean
  onChange: (part: Partial<Record<Kind, StopEntry>>) => void
}

const concerned: Record<StopProblem, readonly Kind[]> = {
  stopLossUnreasonable: ['stopLoss'],
  takeProfitUnreasonable: ['takeProfit'],
  stopAndTakeUnreasonable: kinds,
}

/** Stop loss and take profit, each with its own refusal; where both are unreasonable the one text for both stands at each. */
export function StopFields({ entries, prices, scale, problem, bounds, decimals, ...props }: StopsProps) {
  const { refused, checked, onChange } = props
  const refusalText = useRefusalText()
  const problemText = useProblemText()
  const errorOf = (kind: Kind): string | undefined => {
    const isEmpty = entries[kind].text.trim() === ''
    if (problem && concerned[problem].includes(kind))
      return isEmpty && !checked
        ? undefined
        : refusalText(problem, { ...(bounds && shownRange(bounds[kind], decimals)) })
    return refused && concerned[refused.key as StopProblem]?.includes(kind) ? problemText(refused) : undefined
  }
  return (
    <div className="flex flex-col gap-1">
      {kinds.map((kind) => {
        const price = prices[kind]
        return (
          <StopField
            key={kind}
            kind={kind}
            entry={entries[kind]}
            onChange={(entry) => onChange({ [kind]: entry })}
            price={price === 'wrong' ? undefined : price}
            scale={scale}
            decimals={decimals}
            error={errorOf(kind)}
          />
        )
      })}
    </div>
  )
}
