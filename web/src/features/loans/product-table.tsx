import { Button } from '@evenhand/ui/button.tsx'
import { evenDecimals } from '@evenhand/ui/even-decimals.ts'
import { Card } from '@evenhand/ui/states.tsx'
import type { LoanProduct } from '@evenhand/protocol/loans.ts'
import { useTranslations } from 'use-intl'
import { Percent, Row } from '../../lib/figure-row.tsx'
import { Amount, Figure } from '../../lib/format.tsx'
import { useLayout } from '../../lib/settings.ts'
import { shownMax } from './loan-figures.ts'
import type { Offer } from './offer.ts'

const columns = ['term', 'free', 'rate', 'apr', 'score', 'max'] as const
type TableProps = { offer: Offer; onChoose: (days: number) => void }

/** All terms beside each other; on a phone one below the other. */
export function ProductTable({ offer, onChoose }: TableProps) {
  const t = useTranslations('loans')
  const mobile = useLayout() === 'mobile'
  return (
    <section aria-labelledby="loan-products" className="flex flex-col gap-3">
      <h2 id="loan-products" className="text-18 font-700 desktop:text-20">
        {t('table.title')}
      </h2>
      {mobile ? <Cards offer={offer} onChoose={onChoose} /> : <Wide offer={offer} onChoose={onChoose} />}
      <p className="max-w-text text-13 text-fg2">{t('table.note')}</p>
    </section>
  )
}

type CellProps = { offer: Offer; product: LoanProduct; column: (typeof columns)[number] }

/** What stands in a column for a product; per cents in the decimals of all. */
function Cell({ offer: { products }, product, column }: CellProps) {
  const t = useTranslations('loans')
  switch (column) {
    case 'term':
      return t('days', { days: product.days })
    case 'free':
      return t('days', { days: product.freeDays })
    case 'rate':
      return <Percent text={product.dailyRate} decimals={evenDecimals(products.map((one) => one.dailyRate))} />
    case 'apr':
      return <Percent text={product.apr} decimals={evenDecimals(products.map((one) => one.apr))} />
    case 'score':
      return <Figure>{product.minScore}</Figure>
    case 'max':
      return <Amount text={shownMax(product)} />
  }
}

function Wide({ offer, onChoose }: TableProps) {
  const t = useTranslations('loans')
  return (
    <Card>
      <table className="w-full text-start">
        <thead>
          <tr className="border-b border-line text-13 text-fg2">
            {columns.map((column) => (
              <th
                key={column}
                scope="col"
                className={`px-4 py-2.5 font-500 ${column === 'term' ? 'text-start' : 'text-end'}`}
              >
                {t(`table.${column}`)}
              </th>
            ))}
            <th className="px-4 py-2.5">
              <span className="sr-only">{t('table.choose')}</span>
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {offer.products.map((product) => (
            <tr key={product.days}>
              {columns.map((column) => (
                <td key={column} className={`px-4 py-2.5 ${column === 'term' ? 'font-600' : 'text-end'}`}>
                  <Cell offer={offer} product={product} column={column} />
                </td>
              ))}
              <td className="px-4 py-1.5 text-end">
                <Choose product={product} onChoose={onChoose} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

const Cards = ({ offer, onChoose }: TableProps) => {
  const t = useTranslations('loans')
  return (
    <ul className="flex flex-col gap-3">
      {offer.products.map((product) => (
        <li key={product.days}>
          <Card className="flex flex-col gap-2 p-4">
            <div className="flex items-center justify-between gap-3">
              <h3 className="font-700">{t('days', { days: product.days })}</h3>
              <Choose product={product} onChoose={onChoose} />
            </div>
            <dl className="flex flex-col gap-1 text-13">
              {columns
                .filter((column) => column !== 'term')
                .map((column) => (
                  <Row key={column} name={t(`table.${column}`)}>
                    <Cell offer={offer} product={product} column={column} />
                  </Row>
                ))}
            </dl>
          </Card>
        </li>
      ))}
    </ul>
  )
}

function Choose({ product: { days }, onChoose }: { product: LoanProduct; onChoose: (days: number) => void }) {
  const t = useTranslations('loans')
  const choose = () => {
    onChoose(days)
    window.scrollTo({ top: 0 })
  }
  return (
    <Button variant="weak" size="small" aria-label={t('table.chooseDays', { days })} onClick={choose}>
      {t('table.choose')}
    </Button>
  )
}
