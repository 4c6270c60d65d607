import { Chip } from '@evenhand/ui/chip.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { useState, type ComponentProps, type ReactNode } from 'react'
import { Dot } from '../lib/dot.tsx'
import { Amount, Figure } from '../lib/format.tsx'
import { useWhen } from '../lib/use-when.ts'

type RowProps = {
  /** What came or goes, and by which network. */
  followed: { coin: string; network: string; createdAt: number }
  amount: string
  status: ComponentProps<typeof Chip>
  /** Whether it stands open by itself: something is waited for, or can be done. */
  opens: boolean
  /** What is shown while it is open. */
  children: ReactNode
}

/** One deposit or withdrawal as a line that opens: how much, since when, and where it stands. */
export function FollowedRow({ followed: params, amount, status, opens, children }: RowProps) {
  const when = useWhen()
  const [wanted, setWanted] = useState<boolean>()
  const shown = wanted ?? opens
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <button
        type="button"
        aria-expanded={shown}
        onClick={() => setWanted(!shown)}
        className="flex min-h-12 w-full flex-wrap content-center items-center gap-x-3 rounded-control text-start"
      >
        <span className="min-w-0 grow">
          <Amount text={amount} asset={params.coin} className="font-600" />
        </span>
        <Chip {...status} />
        <Icon name="expand" size={18} className={shown ? 'rotate-180 text-fg3' : 'text-fg3'} />
        <span className="w-full text-12 text-fg3">
          <Figure>{params.network}</Figure>
          <Dot />
          {when(params.createdAt)}
        </span>
      </button>
      {shown && <div className="flex flex-col gap-4 pt-3">{children}</div>}
    </li>
  )
}
