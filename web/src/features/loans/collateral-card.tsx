import { minCollateral } from '@evenhand/protocol/collateral-rules.ts'
import type { HeldCollateral } from '@evenhand/protocol/loan-collateral.ts'
import { assetScales, parseUnits } from '@evenhand/protocol/money.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Row } from '../../lib/figure-row.tsx'
import { Amount } from '../../lib/format.tsx'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { useLocalNumber } from '../../lib/use-local-number.ts'
import { useWhen } from '../../lib/use-when.ts'
import { Coins } from './collateral-choice.tsx'
import { CollateralMeter } from './collateral-meter.tsx'
import { useHeldCollateral } from './collateral-query.ts'

const TakeCollateral = lazyPart(async () => (await import('./take-collateral-sheet.tsx')).TakeCollateral, null)
const AddCollateral = lazyPart(async () => (await import('./collateral-sheet.tsx')).AddCollateral, null)

/** What secures a loan: how much, what it is worth, how near a sale is, and everything that moved it. */
export function CollateralPart({ id, isOpen }: { id: string; isOpen: boolean }) {
  const t = useTranslations('loans')
  const { data: held } = useHeldCollateral(id)
  const [dialog, setDialog] = useState<'add' | 'take'>()
  const close = () => setDialog(undefined)
  if (!held) return null
  const isHeld = /[1-9]/.test(held.amount)
  return (
    <section aria-label={t('collateral.title')} className="flex flex-col gap-3 rounded-control bg-sunken px-4 py-3">
      <h3 className="font-600">{t('collateral.title')}</h3>
      <dl className="flex flex-col gap-1 text-13">
        <Row name={t('collateral.held')} strong>
          <Coins coin={held.coin} text={held.amount} />
        </Row>
        {isHeld && held.value !== null && (
          <Row name={t('collateral.value')}>
            <Amount text={held.value} />
          </Row>
        )}
        {isHeld && held.salePrice !== null && (
          <Row name={t('collateral.saleAt')}>
            <Amount text={held.salePrice} />
          </Row>
        )}
      </dl>
      {isHeld && <CollateralMeter ltv={held.ltv} />}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {isOpen && (
          <Button variant="secondary" onClick={() => setDialog('add')}>
            {t('collateral.add')}
          </Button>
        )}
        {mayTake(held) && (
          <Button variant="secondary" onClick={() => setDialog('take')}>
            {t('collateral.take')}
          </Button>
        )}
      </div>
      <Moves held={held} />
      {dialog === 'add' && <AddCollateral held={held} onClose={close} />}
      {dialog === 'take' && <TakeCollateral held={held} onClose={close} />}
    </section>
  )
}

/** Whether as much as is moved at once may be taken back. */
const mayTake = ({ coin, returnable }: HeldCollateral): boolean =>
  returnable !== null && (parseUnits(returnable, assetScales[coin]) ?? 0n) >= minCollateral[coin]

function Moves({ held: { coin, moves } }: { held: HeldCollateral }) {
  const t = useTranslations('loans')
  const when = useWhen()
  const { amount } = useLocalNumber()
  return (
    <ol aria-label={t('collateral.history')} className="flex flex-col gap-2 text-13">
      {moves.map(({ kind, at, amount: units, tick, sale }) => (
        <li key={`${kind} ${at} ${units}`}>
          <span className="font-600">
            {t(`collateral.move.${kind}`)} <Coins coin={coin} text={units} />
          </span>
          {sale && (
            <span className="block">
              {t('collateral.sold', {
                received: amount(sale.received, 'USDT'),
                steps: sale.steps,
                fee: amount(sale.fee, coin),
                owed: amount(sale.owed, 'USDT'),
              })}
            </span>
          )}
          {tick && (
            <span className="block text-fg2">
              {t('collateral.tick', { price: amount(tick.price, 'USDT'), code: tick.code, seq: String(tick.seq) })}
            </span>
          )}
          <span className="block text-12 text-fg2">{when(at)}</span>
        </li>
      ))}
    </ol>
  )
}
