import { closePlan, proposePlan, type ConsolePlan } from '@evenhand/protocol/plans-console.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Chip } from '@evenhand/ui/chip.tsx'
import { evenDecimals } from '@evenhand/ui/even-decimals.ts'
import { Figure, formatAmount, formatDecimal } from '@evenhand/ui/format.tsx'
import { Card, EmptyState } from '@evenhand/ui/states.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from '../../lib/session.ts'
import { useLocalNumber } from '../../lib/use-local-number.ts'
import { useRequestButton } from '../../requests/request-button.tsx'
import { PlainTable } from '../../table/plain-table.tsx'
import { ShareBar } from '../../table/share-bar.tsx'
import { shareOf } from '../../table/share.ts'
import { ProductForm } from './plan-form.tsx'
import { movesOf, PlanStateDialog, type PlanMove } from './plan-state-dialog.tsx'

const marks = {
  DRAFT: {},
  OPEN: { variant: 'good', icon: 'check' },
  CLOSED_TO_NEW: { variant: 'warn', icon: 'clock' },
  RETIRED: {},
} as const

/** Per cents of a product, each in the decimals of those under it. */
const percentsOf = (products: readonly ConsolePlan[]) => (one: ConsolePlan, field: 'dailyRate' | 'penaltyRate') =>
  `${formatDecimal(one[field], { decimals: evenDecimals(products.map((other) => other[field])) })}%`

/** The products, the shortest first, with what is sold of each and what a risk officer may do with it. */
export function ProductsCard({ products }: { products: readonly ConsolePlan[] }) {
  const t = useTranslations('plans')
  const may = useMay()(closePlan)
  const [move, setMove] = useState<PlanMove>()
  const [changed, setChanged] = useState<ConsolePlan>()
  const proposing = useRequestButton(proposePlan, t('form.create'))
  const percent = percentsOf(products)
  return (
    <Card className="overflow-hidden">
      <div className="p-4">
        <h2 className="text-16 font-700">{t('products.title')}</h2>
        <p className="mt-1 max-w-text text-13 text-fg2">{t('products.text')}</p>
        {proposing.button && <div className="mt-3">{proposing.button}</div>}
      </div>
      {products.length === 0 ? (
        <EmptyState title={t('products.none')} />
      ) : (
        <PlainTable
          label={t('products.title')}
          heads={[
            t('column.name'),
            t('column.dailyRate'),
            t('column.range'),
            t('column.penalty'),
            t('column.sold'),
            t('column.left'),
            ...(may ? [t('column.actions')] : []),
          ]}
          ends={[1, 2, 3, 5]}
          rows={products.map((one) => [
            <Name key="name" plan={one} />,
            <Figure key="rate">{percent(one, 'dailyRate')}</Figure>,
            <Figure key="range">{`${formatAmount(one.min)}–${formatAmount(one.max)}`}</Figure>,
            <Figure key="penalty">{percent(one, 'penaltyRate')}</Figure>,
            <Sold key="sold" plan={one} />,
            <Figure key="left">{formatAmount(one.left)}</Figure>,
            ...(may ? [<Moves key="moves" plan={one} onMove={setMove} onChange={setChanged} />] : []),
          ])}
        />
      )}
      {(proposing.isOpen || changed) && (
        <ProductForm
          plan={changed}
          onClose={() => {
            proposing.close()
            setChanged(undefined)
          }}
        />
      )}
      {move && <PlanStateDialog move={move} onClose={() => setMove(undefined)} />}
    </Card>
  )
}

function Name({ plan: { name, status, isUnusuallyHigh, board } }: { plan: ConsolePlan }) {
  const t = useTranslations('plans')
  return (
    <span className="flex flex-wrap items-center gap-2 py-2">
      <bdi className="font-600">{name}</bdi>
      <Chip {...marks[status]}>{t(`status.${status}`)}</Chip>
      {isUnusuallyHigh && <Chip variant="warn">{t('high')}</Chip>}
      {board && (
        <span className="w-full max-w-text text-12 whitespace-normal text-fg2">
          {t('board.signed')} <bdi>{board.names}</bdi>. <bdi>{board.reason}</bdi>
        </span>
      )}
    </span>
  )
}

function Sold({ plan: { name, soldAmount, capacity } }: { plan: ConsolePlan }) {
  const t = useTranslations('plans')
  const { amount } = useLocalNumber()
  const words = t('products.words', { sold: amount(soldAmount), capacity: amount(capacity) })
  return (
    <span className="flex flex-col gap-1">
      <span className="text-12 whitespace-nowrap">{words}</span>
      <ShareBar slim label={name} words={words} parts={[{ share: shareOf(soldAmount, capacity), fill: 'bg-accent' }]} />
    </span>
  )
}

type MovesProps = { plan: ConsolePlan; onMove: (move: PlanMove) => void; onChange: (plan: ConsolePlan) => void }

function Moves({ plan, onMove, onChange }: MovesProps) {
  const t = useTranslations('plans')
  return (
    <span className="flex flex-wrap gap-2 py-2">
      {movesOf(plan.status).map((to) => (
        <Button key={to} variant="secondary" size="small" onClick={() => onMove({ plan, to })}>
          {t(`move.${to}.button`)}
        </Button>
      ))}
      {plan.status === 'OPEN' && (
        <Button variant="secondary" size="small" onClick={() => onChange(plan)}>
          {t('form.change')}
        </Button>
      )}
    </span>
  )
}
