import { conversionFeeRate } from '@evenhand/protocol/conversion.ts'
import { fundMethods, withdrawalFeeRate } from '@evenhand/protocol/funds.ts'
import { inviteRules } from '@evenhand/protocol/invites.ts'
import { assetScales, formatUnits } from '@evenhand/protocol/money.ts'
import { sentenceDate } from '@evenhand/protocol/sentence-date.ts'
import { halfSpreadUnit } from '@evenhand/proofs/contracts/class-table.ts'
import { contractClassNames } from '@evenhand/proofs/contracts/terms.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { evenDecimals } from '@evenhand/ui/even-decimals.ts'
import { ErrorState, Skeleton } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { formatAmount, formatDecimal, scaledInteger } from '../../../lib/format.tsx'
import { useLasted } from '../../../lib/lasted.ts'
import { languageOf, useLang } from '../../../lib/settings.ts'
import { useFetched } from '../../../lib/use-fetched.ts'
import { useIsolated } from '../../../lib/use-isolated.ts'
import { FeeTable, type FeeLine } from './fee-table.tsx'
import { loadFees, type Fees } from './load-fees.ts'

const freshMs = 60_000

/** Every fee with its value, since when it holds and where it comes from: composed of the terms in force, never written. */
export function FeeTables() {
  const t = useTranslations('fees')
  const common = useTranslations('common')
  const lang = useLang()
  const { data, problem, again } = useFetched(`fees ${lang}`, () => loadFees(lang), freshMs)
  if (data === undefined && problem !== undefined)
    return <ErrorState title={t('failed')} action={<Button onClick={again}>{common('retry')}</Button>} />
  if (data === undefined) return <Skeleton className="mb-6 h-80 rounded-card" />
  return (
    <section aria-labelledby="fees-now" className="mb-8 flex flex-col gap-4">
      <h2 id="fees-now" className="text-20 font-700">
        {t('title')}
      </h2>
      <Trading fees={data} />
      <Saving fees={data} />
      <Moving />
    </section>
  )
}

/** A share of the wire in per cent: '0.002' → '0.2%'. */
const percentOf = (rate: string): string => `${trimmed(formatUnits(scaledInteger(rate, 6), 4))}%`
/** Without zeros at the end: '0.2000' → '0.2'. */
const trimmed = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)
/** Percentages of one list, with as many decimals as the one that needs most. */
function evenPercent(rates: readonly string[]): (rate: string) => string {
  const decimals = evenDecimals(rates, 0)
  return (rate) => `${formatDecimal(rate, { decimals })}%`
}

/** Since when a version of the parameters holds; the first one holds since the product began. */
function useSince(): (params: { version: number; appliesAt: number | null }) => string {
  const t = useTranslations('fees')
  const tag = languageOf(useLang()).tag
  return ({ version, appliesAt }) =>
    appliesAt === null
      ? t('sinceStart', { version })
      : t('since', { version, date: sentenceDate(tag).format(appliesAt) })
}

function Trading({ fees: { options, contracts } }: { fees: Fees }) {
  const t = useTranslations('fees')
  const isolated = useIsolated()
  const since = useSince()
  const lasted = useLasted()
  const terms = useTranslations('transparency')
  const payouts: FeeLine[] = (options?.groups ?? []).map(({ from, to, payoutRate }) => ({
    name:
      from === to
        ? t('options.payoutOf', { term: lasted(from) })
        : t('options.payout', { from: lasted(from), to: lasted(to) }),
    value: percentOf(payoutRate),
  }))
  const financing = evenPercent((contracts?.classes ?? []).map((row) => row.financing))
  const classes: FeeLine[] = (contracts?.classes ?? []).flatMap((row) => {
    const name = contractClassNames.find((one) => one === row.class)
    if (name === undefined) return []
    const spread = terms(`contractTerms.unit.${halfSpreadUnit(name)}`, { value: row.halfSpread })
    return [
      {
        name: terms(`contractTerms.class.${name}`),
        value: `${row.fee}%`,
        note: t('contracts.more', { spread, financing: isolated(financing(row.financing)) }),
      },
    ]
  })
  return (
    <>
      {options && (
        <FeeTable
          title={t('product.options')}
          since={since(options)}
          source={{ href: '/transparency#terms', name: t('source.terms') }}
          lines={[{ name: t('options.fee'), value: t('none') }, ...payouts]}
        />
      )}
      {contracts && (
        <FeeTable
          title={t('product.contracts')}
          text={t('contracts.lead')}
          since={since(contracts)}
          source={{ href: '/transparency#contract-terms', name: t('source.terms') }}
          lines={[
            ...classes,
            {
              name: t('contracts.invited', { days: inviteRules.discountDays }),
              value: `−${inviteRules.discountPercent}%`,
            },
          ]}
        />
      )}
    </>
  )
}

function Saving({ fees: { plans, loans } }: { fees: Fees }) {
  const t = useTranslations('fees')
  const penalty = evenPercent(plans.map(({ earlyExit }) => earlyExit.penaltyRate))
  const interest = evenPercent(loans.map(({ dailyRate }) => dailyRate))
  const isolated = useIsolated()
  return (
    <>
      <FeeTable
        title={t('product.plans')}
        since={t('fixed')}
        source={{ href: '/trading', name: t('source.plans') }}
        lines={[
          { name: t('plans.fee'), value: t('none') },
          ...plans.map(({ name, earlyExit }) => ({
            name: t('plans.penalty', { name }),
            value: penalty(earlyExit.penaltyRate),
            note: t('plans.note', { hours: earlyExit.coolingHours }),
          })),
        ]}
      />
      <FeeTable
        title={t('product.loans')}
        since={t('fixed')}
        source={{ href: '/loan', name: t('source.loans') }}
        lines={[
          { name: t('loans.upFront'), value: t('none') },
          ...loans.map(({ days, dailyRate, freeDays, apr }) => ({
            name: t('loans.interest', { days }),
            value: interest(dailyRate),
            note: t('loans.note', { days: freeDays, apr: isolated(`${formatAmount(apr, 4)}%`) }),
          })),
          { name: t('loans.late'), value: t('loans.noLate') },
        ]}
      />
      <FeeTable
        title={t('product.collectibles')}
        since={t('fixed')}
        source={{ href: '/nfts', name: t('source.works') }}
        lines={[{ name: t('collectibles.fee'), value: t('none') }]}
      />
    </>
  )
}

function Moving() {
  const t = useTranslations('fees')
  const isolated = useIsolated()
  const amountOf = (units: bigint, coin: keyof typeof assetScales) =>
    // A space that no line ends at.
    `${formatAmount(formatUnits(units, assetScales[coin]))}\u00A0${coin}`
  return (
    <>
      <FeeTable
        title={t('product.conversion')}
        since={t('fixed')}
        source={{ href: '/profile/balance?show=convert', name: t('source.balance') }}
        lines={[{ name: t('conversion.fee'), value: percentOf(conversionFeeRate) }]}
      />
      <FeeTable
        title={t('product.deposits')}
        since={t('fixed')}
        source={{ href: '/profile/balance', name: t('source.balance') }}
        lines={[
          { name: t('deposits.fee'), value: t('none'), note: t('deposits.note') },
          ...fundMethods.map(({ coin, network, minDeposit }) => ({
            name: t('deposits.least', { coin, network }),
            value: amountOf(minDeposit, coin),
          })),
        ]}
      />
      <FeeTable
        title={t('product.withdrawals')}
        text={t('withdrawals.lead')}
        since={t('fixed')}
        source={{ href: '/profile/balance/withdraw', name: t('source.withdrawal') }}
        lines={fundMethods.map(({ coin, network, feeCap, minWithdrawal }) => ({
          name: t('withdrawals.fee', { coin, network }),
          value: t('withdrawals.value', {
            rate: isolated(percentOf(withdrawalFeeRate.text)),
            cap: isolated(amountOf(feeCap, coin)),
          }),
          note: t('withdrawals.least', { amount: isolated(amountOf(minWithdrawal, coin)) }),
        }))}
      />
    </>
  )
}
