import { Card } from '@evenhand/ui/states.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { FigureCell, FigureRow, FigureTable } from '../../lib/figure-table.tsx'
import { Figure, formatAmount, formatDecimal } from '../../lib/format.tsx'
import { useFetched } from '../../lib/use-fetched.ts'
import { SqlDetails } from './sql-details.tsx'

const freshMs = 60_000
const load = async () => (await import('./load-interventions.ts')).loadInterventions()

const reasons = ['AML_REVIEW', 'MARKET_ABUSE', 'ACCOUNT_TAKEOVER', 'DUPLICATE_ACCOUNT', 'UNDERAGE'] as const

/** What operators did to accounts, and when the product stood still: counted from the records, with the SQL that counted it. */
export function Interventions() {
  const t = useTranslations('transparency')
  const { data } = useFetched('interventions', load, freshMs)
  if (!data) return null
  const { adjustments, restrictions, downtime, voids } = data
  const queryOf = (name: string) => data.queries.find((query) => query.name === name)
  const word = (reason: string) => t(`interventions.reason.${reasons.find((known) => known === reason) ?? 'other'}`)
  return (
    <>
      <Counted name="adjustments" query={queryOf('adjustments')} isEmpty={adjustments.length === 0}>
        <Table
          label={t('interventions.adjustments.title')}
          heads={(['direction', 'asset', 'count', 'sum'] as const).map((name) => t(`interventions.${name}`))}
          rows={adjustments.map(({ direction, asset, count, sum }) => [
            t(`interventions.${direction}`),
            asset,
            <Count key="count" of={count} />,
            <Figure key="sum">{formatAmount(sum)}</Figure>,
          ])}
        />
      </Counted>
      <Counted name="restrictions" query={queryOf('restrictions')} isEmpty={restrictions.length === 0}>
        <Table
          label={t('interventions.restrictions.title')}
          heads={(['reasonHead', 'begun', 'byTwo', 'inForce'] as const).map((name) => t(`interventions.${name}`))}
          rows={restrictions.map(({ reason, begun, byTwo, inForce }) => [
            word(reason),
            ...[begun, byTwo, inForce].map((count, at) => <Count key={at} of={count} />),
          ])}
        />
      </Counted>
      <Counted name="downtime" query={queryOf('downtime')} isEmpty={downtime.length === 0}>
        <Table
          label={t('interventions.downtime.title')}
          heads={(['day', 'seconds', 'voids', 'stake'] as const).map((name) => t(`interventions.${name}`))}
          rows={downtime.map(({ day, seconds, stake, ...fell }) => [
            <Figure key="day">{day}</Figure>,
            <Count key="seconds" of={seconds} />,
            <Count key="voids" of={fell.voids} />,
            <Figure key="stake">{formatAmount(stake)}</Figure>,
          ])}
        />
      </Counted>
      <Counted name="voidOptions" query={queryOf('voids')} isEmpty={voids.length === 0}>
        <Table
          label={t('interventions.voidOptions.title')}
          heads={(['instrument', 'orders', 'wouldHaveWon', 'wouldHaveLost', 'stake'] as const).map((name) =>
            t(`interventions.${name}`),
          )}
          rows={voids.map(({ code, reason, orders, wouldHaveWon, wouldHaveLost, stake }) => [
            <VoidGroup key="group" code={code} reason={t(`interventions.voidReason.${reason}`)} />,
            ...[orders, wouldHaveWon, wouldHaveLost].map((count, at) => <Count key={at} of={count} />),
            <Figure key="stake">{formatAmount(stake)}</Figure>,
          ])}
        />
      </Counted>
    </>
  )
}

const VoidGroup = ({ code, reason }: { code: string; reason: string }) => (
  <>
    <span dir="ltr" className="font-600">
      {code}
    </span>{' '}
    <span className="text-fg2">{reason}</span>
  </>
)
const Count = ({ of }: { of: number }) => <Figure>{formatDecimal(String(of))}</Figure>

type CountedProps = {
  name: 'adjustments' | 'restrictions' | 'downtime' | 'voidOptions'
  query: { sql: string; hash: string } | undefined
  isEmpty: boolean
  children: ReactNode
}

function Counted({ name, query, isEmpty, children }: CountedProps) {
  const t = useTranslations('transparency')
  const id = `interventions-${name}`
  return (
    <section className="mx-auto flex max-w-240 flex-col gap-4 px-gutter pb-10" aria-labelledby={id}>
      <div>
        <h2 id={id} className="text-20 font-700 text-balance desktop:text-24">
          {t(`interventions.${name}.title`)}
        </h2>
        <p className="mt-2 max-w-text text-15 text-fg2">{t(`interventions.${name}.lead`)}</p>
      </div>
      <Card className="overflow-x-auto p-4 desktop:p-5">
        {isEmpty ? <p className="text-fg2">{t(`interventions.${name}.none`)}</p> : children}
        {query && (
          <SqlDetails className="mt-3" sql={query.sql}>
            <p className="mt-2 text-12 text-fg2">
              {t('hash')}{' '}
              <span dir="ltr" className="font-mono break-all">
                {query.hash}
              </span>
            </p>
          </SqlDetails>
        )}
      </Card>
    </section>
  )
}

type TableProps = { label: string; heads: readonly string[]; rows: readonly ReactNode[][] }
function Table({ label, heads: [first = '', ...columns], rows }: TableProps) {
  return (
    <FigureTable label={label} first={first} columns={columns}>
      {rows.map(([name, ...cells], row) => (
        <FigureRow key={row} name={name}>
          {cells.map((cell, at) => (
            <FigureCell key={at}>{cell}</FigureCell>
          ))}
        </FigureRow>
      ))}
    </FigureTable>
  )
}
