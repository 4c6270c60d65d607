import { fundCoins, fundMethods, type FundMethod } from '@evenhand/protocol/funds.ts'
import { ChoiceChip } from '@evenhand/ui/chip.tsx'
import { useId, type ReactNode } from 'react'
import { Figure } from '../lib/format.tsx'

type PickerProps = {
  method: FundMethod
  onPick: (method: FundMethod) => void
  /** What the two choices are called on the screen that shows them. */
  labels: { coin: string; network: string }
  className: string
}

/** Which coin, and over which network. */
export function WayPicker({ method, onPick, labels, className }: PickerProps) {
  const first = (coin: string) => fundMethods.find((one) => one.coin === coin)
  const ways = fundMethods.filter(({ coin }) => coin === method.coin)
  return (
    <div className={className}>
      <Choices label={labels.coin}>
        {fundCoins.map((coin) => (
          <ChoiceChip key={coin} chosen={coin === method.coin} onChoose={() => onPick(first(coin) ?? method)}>
            <Figure>{coin}</Figure>
          </ChoiceChip>
        ))}
      </Choices>
      <Choices label={labels.network}>
        {ways.map((way) => (
          <ChoiceChip key={way.method} chosen={way.method === method.method} onChoose={() => onPick(way)}>
            <Figure>{way.network}</Figure>
          </ChoiceChip>
        ))}
      </Choices>
    </div>
  )
}

function Choices({ label, children }: { label: string; children: ReactNode }) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id}>
      <p id={id} className="mb-1.5 font-500">
        {label}
      </p>
      <div className="flex flex-wrap gap-2">{children}</div>
    </div>
  )
}
