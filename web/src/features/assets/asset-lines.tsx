import type { AssetLine } from '@evenhand/protocol/assets.ts'
import { evenDecimals } from '@evenhand/ui/even-decimals.ts'
import { useTranslations } from 'use-intl'
import { Figure, formatAmount, formatDecimal, signOf } from '../../lib/format.tsx'
import { hiddenText } from '../../lib/hidden-balances.ts'
import { useLocalNumber } from '../../lib/use-local-number.ts'

const parts = ['free', 'held', 'inProducts'] as const

/** One line an asset: free, on its way out, in products, and under it what of the free part is not, and what is owed. */
export function AssetLines({ lines, hidden }: { lines: readonly AssetLine[]; hidden: boolean }) {
  const t = useTranslations('funds')
  const profile = useTranslations('profile')
  const { amount } = useLocalNumber()
  const shown = (line: AssetLine, part: (typeof parts)[number]) =>
    hidden ? hiddenText : formatDecimal(line[part], { decimals: evenDecimals(parts.map((one) => line[one])) })
  return (
    <ul className="flex flex-col divide-y divide-line">
      {lines.map((line) => (
        <li key={line.asset} className="flex flex-col gap-2 py-3 first:pt-0 last:pb-0">
          <dl className="flex flex-col gap-1 desktop:grid desktop:grid-cols-[5rem_repeat(3,minmax(0,1fr))_minmax(0,1fr)] desktop:items-baseline desktop:gap-x-4">
            <div className="flex items-baseline justify-between gap-3 desktop:contents">
              <dt className="font-700">
                <Figure>{line.asset.split('.')[0]}</Figure>
                {line.asset === 'USDT.loan' && (
                  <span className="ms-1.5 text-12 font-500 text-fg2 desktop:ms-0 desktop:block">
                    {profile('loanMoney')}
                  </span>
                )}
              </dt>
              <dd className="text-13 text-fg3 desktop:order-last desktop:text-end">
                <span className="sr-only">{t('assets.worth')} </span>
                {line.usdt === null ? (
                  t('assets.noPrice')
                ) : hidden ? (
                  <Figure>{hiddenText}</Figure>
                ) : (
                  <Figure>≈ {formatAmount(line.usdt, 2)} USDT</Figure>
                )}
              </dd>
            </div>
            {parts.map((part) => (
              <div key={part} className="flex items-baseline justify-between gap-3 desktop:block">
                <dt className="text-13 text-fg3 desktop:text-12">{t(`assets.${part}`)}</dt>
                <dd>
                  <Figure className={part === 'free' ? 'font-600 desktop:text-16' : ''}>{shown(line, part)}</Figure>
                </dd>
              </div>
            ))}
          </dl>
          {!hidden && signOf(line.notTradable) > 0 && (
            <p className="text-13 text-warn">
              {t(line.asset === 'USDT.loan' ? 'assets.lent' : 'assets.notTradable', {
                amount: amount(line.notTradable, line.asset),
              })}
            </p>
          )}
          {!hidden && signOf(line.atRisk) > 0 && (
            <p className="text-13 text-warn">{t('assets.atRisk', { amount: amount(line.atRisk, line.asset) })}</p>
          )}
          {!hidden && signOf(line.owed) > 0 && (
            <p className="text-13 text-danger">{t('assets.owed', { amount: amount(line.owed, line.asset) })}</p>
          )}
        </li>
      ))}
    </ul>
  )
}
