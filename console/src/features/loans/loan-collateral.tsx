import type { HeldCollateral } from '@evenhand/protocol/loan-collateral.ts'
import { Amount, Figure } from '@evenhand/ui/format.tsx'
import { useTranslations } from 'use-intl'
import { Facts, Part } from '../../case/facts.tsx'
import { When } from '../../lib/when.tsx'
import { PlainTable } from '../../table/plain-table.tsx'

/** Whether anything of what was pledged is still held. */
export const isHeld = ({ amount }: HeldCollateral): boolean => /[1-9]/.test(amount)

/** What secures a loan, its value at the newest price, and everything that moved it. */
export function LoanCollateral({ held }: { held: HeldCollateral }) {
  const t = useTranslations('loans')
  const { coin } = held
  const coins = (text: string) => <Amount text={text} asset={coin} />
  const holds = isHeld(held)
  return (
    <Part title={t('collateral.title')}>
      <Facts
        items={[
          [t('collateral.held'), coins(held.amount)],
          [t('collateral.pledged'), coins(held.pledged)],
          [t('collateral.value'), holds && held.value !== null && <Amount text={held.value} />],
          [
            t('collateral.ltv'),
            holds && (held.ltv === null ? t('collateral.noPrice') : <Figure>{`${held.ltv}%`}</Figure>),
          ],
          [t('collateral.saleAt'), holds && held.salePrice !== null && <Amount text={held.salePrice} />],
        ]}
      />
      <div className="mt-3">
        <PlainTable
          label={t('collateral.moves')}
          heads={[t('collateral.kind'), t('collateral.amount'), t('collateral.tick')]}
          ends={[1]}
          rows={held.moves.map(({ kind, amount, tick, at, sale }) => [
            <span key="kind">
              {t(`collateral.move.${kind}`)} {sale !== null && <Amount text={sale.received} />}
              <span className="block text-12 text-fg2">
                <When ms={at} />
              </span>
            </span>,
            <Amount key="amount" text={amount} asset={coin} />,
            tick === null ? '—' : <bdi key="tick" dir="ltr">{`${tick.price} #${tick.seq}`}</bdi>,
          ])}
        />
      </div>
    </Part>
  )
}
