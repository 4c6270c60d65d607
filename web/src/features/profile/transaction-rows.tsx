import { timeFormat } from '@evenhand/protocol/sentence-date.ts'
import type { Transaction } from '@evenhand/protocol/settings.ts'
import { evenDecimals } from '@evenhand/ui/even-decimals.ts'
import { Link } from '@evenhand/ui/router.ts'
import { useTranslations } from 'use-intl'
import { Dot } from '../../lib/dot.tsx'
import { Figure, formatDecimal } from '../../lib/format.tsx'
import { gainColour } from '../../lib/gain.tsx'
import { languageOf, useLang, useLayout } from '../../lib/settings.ts'

const useTime = () => {
  const time = timeFormat(languageOf(useLang()).tag, { dateStyle: 'short', timeStyle: 'medium' })
  return (at: number) => time.format(at)
}

/** Where that is seen which moved the money. */
const places = {
  deposit: '/profile/balance',
  conversion: '/profile/balance',
  withdrawal: '/profile/balance/withdraw',
  loan: '/loan/account',
  plan: '/trading',
} as const

function OrderLink({ order }: { order: Transaction['order'] }) {
  if (order === null) return null
  const { id, of, code, orderNo } = order
  const number = (
    <Figure className="whitespace-nowrap">
      {code && (
        <>
          {code}
          <Dot />
        </>
      )}
      {orderNo}
    </Figure>
  )
  if (of === 'option' || of === 'contract')
    return (
      <Link
        to="/profile/orders"
        search={{ ...(of === 'contract' && { product: 'contracts' }), status: 'closed', id }}
        className="text-accent-text"
      >
        {number}
      </Link>
    )
  if (of === 'collectible')
    return (
      <Link to="/nfts" search={{ id }} className="text-accent-text">
        {number}
      </Link>
    )
  return (
    <Link to={places[of]} className="text-accent-text">
      {number}
    </Link>
  )
}

/** What was written for the customer beside a correction; or that it is loan money, which is USDT apart from the own. */
function Line({ row }: { row: Transaction }) {
  const t = useTranslations('profile')
  const text = row.line ?? (row.asset === 'USDT.loan' ? t('loanMoney') : undefined)
  return text === undefined ? null : (
    <span dir="auto" className="block w-fit text-13 text-fg2">
      {text}
    </span>
  )
}

type RowsProps = {
  rows: readonly Transaction[]
  label: string
  /** Figures are covered, as those of the balances. */
  hidden?: boolean
}

const coinOf = ({ asset }: Transaction): string => asset.split('.')[0] ?? asset

/** Shows what moved, or what it left: each coin with even decimals down the column. */
function moneyOf(rows: readonly Transaction[], hidden: boolean) {
  const coins = new Set(rows.map(coinOf))
  const decimalsOf = (of: 'amount' | 'balance') =>
    new Map(
      [...coins].map((coin) => [coin, evenDecimals(rows.flatMap((row) => (coinOf(row) === coin ? [row[of]] : [])))]),
    )
  const decimals = { amount: decimalsOf('amount'), balance: decimalsOf('balance') }
  return (row: Transaction, of: 'amount' | 'balance') => {
    if (hidden) return <Figure>••••••</Figure>
    const coin = coinOf(row)
    return (
      <Figure className="whitespace-nowrap">
        {formatDecimal(row[of], { decimals: decimals[of].get(coin) ?? 2, sign: of === 'amount' })} {coin}
      </Figure>
    )
  }
}

/** Lines of what moved an account: a table on a desktop, a list on a phone. */
export function TransactionRows(props: RowsProps) {
  const mobile = useLayout() === 'mobile'
  return mobile ? <List {...props} /> : <Table {...props} />
}

function Table({ rows, label, hidden = false }: RowsProps) {
  const t = useTranslations('profile')
  const time = useTime()
  const money = moneyOf(rows, hidden)
  const head = (key: 'time' | 'kind' | 'order' | 'amount' | 'balance', end = false) => (
    <th scope="col" className={`px-4 py-3 font-500 whitespace-nowrap ${end ? 'text-end' : 'text-start'}`}>
      {t(`transactions.${key}`)}
    </th>
  )
  return (
    <table className="w-full text-14">
      <caption className="sr-only">{label}</caption>
      <thead className="text-13 text-fg3">
        <tr>
          {head('time')}
          {head('kind')}
          {head('order')}
          {head('amount', true)}
          {head('balance', true)}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} className="border-t border-line">
            <td className="px-4 py-2.5 whitespace-nowrap text-fg2">{time(row.at)}</td>
            <td className="px-4 py-2.5">
              {t(`transactions.kinds.${row.kind}`)}
              <Line row={row} />
            </td>
            <td className="px-4 py-2.5">
              <OrderLink order={row.order} />
            </td>
            <td className={`px-4 py-2.5 text-end font-600 ${gainColour(row.amount)}`}>{money(row, 'amount')}</td>
            <td className="px-4 py-2.5 text-end">{money(row, 'balance')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function List({ rows, label, hidden = false }: RowsProps) {
  const t = useTranslations('profile')
  const time = useTime()
  const money = moneyOf(rows, hidden)
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {rows.map((row) => (
        <li key={row.id} className="flex flex-col gap-1 px-4 py-3">
          <div className="flex items-baseline justify-between gap-3">
            <span>
              <span className="font-600">{t(`transactions.kinds.${row.kind}`)}</span>
              <Line row={row} />
            </span>
            <span className={`font-600 ${gainColour(row.amount)}`}>{money(row, 'amount')}</span>
          </div>
          <div className="flex flex-wrap items-baseline justify-between gap-x-3 text-13 text-fg3">
            <span>{time(row.at)}</span>
            <span>
              {t('transactions.balance')} {money(row, 'balance')}
            </span>
          </div>
          {row.order && (
            <div className="text-13">
              <OrderLink order={row.order} />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}
