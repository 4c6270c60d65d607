import { formatUnits, mulDiv, parseUnits } from '@evenhand/protocol/money.ts'
import { sellOptions, type OptionOrder } from '@evenhand/protocol/options.ts'
import { FieldError, TextField } from '@evenhand/ui/field.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { call, newKey } from '../../lib/call.ts'
import { Amount, Figure } from '../../lib/format.tsx'
import { parseAmount } from '../../lib/parse-amount.ts'
import { isEffectUnknown } from '../../lib/problem.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { refreshAfter } from '../../lib/refresh-after.ts'
import { useAccountMode } from '../../lib/session.ts'
import { useRetryWait } from '../../lib/use-retry-wait.ts'
import { saleQuote, useMissingPrice } from './use-sale-price.ts'
import { RetryButton } from '../../lib/retry-button.tsx'

/**
 * The lowest price proposed: a tenth under the indicative one, in whole cents. A sale always executes at the computed
 * price, so a low floor costs nothing, and near the end that price moves by several per cent a second.
 */
const proposed = (price: string): string =>
  formatUnits(mulDiv(parseUnits(price, 6) ?? 0n, 90n, 1_000_000n, 'floor') * 10_000n, 6, 2)

/** A price with at most two decimals, `.` or `,` before them, in units of USDT; anything else is no amount one can request. */
function minOf(text: string): bigint | undefined {
  const read = parseAmount(text, 2)
  return read.kind === 'amount' ? read.units * 10_000n : undefined
}

/** The sale: its indicative price with every input, the lowest price that is accepted, and the button that sells. */
export function SaleForm({ order, possible, onDone }: { order: OptionOrder; possible: boolean; onDone: () => void }) {
  const t = useTranslations('orders')
  const common = useTranslations('common')
  const problemText = useProblemText()
  const queries = useQueryClient()
  const mode = useAccountMode()
  const [typed, setTyped] = useState<string>()
  const key = useRef(newKey())
  const quote = useQuery({ ...saleQuote(order.id, 2000), enabled: possible, staleTime: 0 })
  const text = typed ?? (quote.data ? proposed(quote.data.price) : '')
  const minPrice = minOf(text)
  const sell = useMutation({
    meta: { handled: true },
    mutationFn: (units: bigint) => call(sellOptions, { id: order.id, minPrice: units }, { key: key.current }),
    // Its result is shown as every result is.
    onSuccess: onDone,
    onSettled: (result, problem) => {
      // A sale whose effect is unknown keeps its key, so that pressing again cannot sell twice.
      if (!isEffectUnknown(problem)) key.current = newKey()
      return refreshAfter(queries, ['mine', 'order', mode, order.id])(result, problem)
    },
  })
  const missing = useMissingPrice(order.code)
  const problem = sell.error ?? quote.error
  const wait = useRetryWait(sell.error)
  return (
    <div className="flex flex-col gap-4">
      <p className="text-fg2">{t('sale.text')}</p>
      <div className="flex items-baseline justify-between gap-3 rounded-control bg-sunken px-4 py-3">
        <span>{t('sale.indicative')}</span>
        {quote.data ? <Amount text={quote.data.price} className="text-20 font-700" /> : '—'}
      </div>
      {quote.data && <SaleInputs quote={quote.data} order={order} />}
      <TextField
        label={t('sale.least')}
        hint={t('sale.leastHint')}
        value={text}
        onChange={(event) => setTyped(event.target.value)}
        inputMode="decimal"
        dir="ltr"
        autoComplete="off"
        suffix="USDT"
        error={text !== '' && minPrice === undefined ? t('sale.leastWrong') : undefined}
      />
      <FieldError>{problem && problemText(problem)}</FieldError>
      {!possible && <p className="text-13 text-fg2">{t('sale.over')}</p>}
      {possible && missing && <p className="text-13 text-fg2">{common(`feed.${missing}Banner`)}</p>}
      <RetryButton
        size="large"
        busy={sell.isPending}
        disabled={minPrice === undefined || !possible || missing !== undefined}
        onClick={() => minPrice !== undefined && sell.mutate(minPrice)}
        wait={wait}
      >
        {sell.isPending ? t('sale.selling') : t('sale.confirm')}
      </RetryButton>
    </div>
  )
}

type Quote = { S: string; K: string; tau: number; sigma: string; p: string }

/** Every input of the formula, so that anyone can put the numbers in. */
function SaleInputs({ quote, order }: { quote: Quote; order: OptionOrder }) {
  const t = useTranslations('orders')
  const rows = [
    [t('sale.S'), `S = ${quote.S}`],
    [t('sale.K'), `K = ${quote.K}`],
    [t('sale.tau'), `τ = ${quote.tau} s`],
    [t('sale.sigma'), `σ = ${quote.sigma}/√s`],
    [t('sale.p'), `p = ${quote.p}`],
  ] as const
  return (
    <details className="text-13">
      <summary className="min-h-8 cursor-pointer text-accent-text mobile:min-h-11 mobile:py-2.5">
        {t('sale.how')}
      </summary>
      <dl className="mt-1 flex flex-col gap-0.5">
        {rows.map(([name, value]) => (
          <div key={value} className="flex justify-between gap-3">
            <dt className="text-fg2">{name}</dt>
            <dd>
              <Figure>{value}</Figure>
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-1">
        <Figure className="text-12">
          {order.stake} × (1 + {order.payoutRate}) × p × 0.98
        </Figure>
      </p>
    </details>
  )
}
