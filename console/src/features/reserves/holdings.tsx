import type { reserves } from '@evenhand/protocol/operator-result.ts'
import { Chip } from '@evenhand/ui/chip.tsx'
import { Figure, formatAmount } from '@evenhand/ui/format.tsx'
import { Card } from '@evenhand/ui/states.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { CoverageBanner } from '../../layout/coverage-banner.tsx'
import { Page } from '../../layout/page.tsx'
import { PlainTable } from '../../table/plain-table.tsx'
import { RowsState } from '../../table/rows-state.tsx'
import type { Rows } from '../../table/rows.ts'

type Held = z.output<typeof reserves.result>
type HoldingsProps = { query: Omit<Rows<never>, 'data'> & { data: Held | undefined }; propose: ReactNode }

const amount = (text: string) => <Figure>{formatAmount(text, 8)}</Figure>

/** For each asset what customers own beside what custody keeps; then every account of the house. */
export function Holdings({ query, propose }: HoldingsProps) {
  const t = useTranslations('reserves')
  const { data } = query
  if (!data) return <RowsState rows={{ ...query, data: undefined }} empty={null} />
  return (
    <Page>
      <CoverageBanner />
      {propose && <div>{propose}</div>}
      <Card className="overflow-hidden">
        <h2 className="px-4 pt-4 text-16 font-700">{t('coverage')}</h2>
        <p className="px-4 pb-3 text-13 text-fg2">{t('coverageText')}</p>
        <PlainTable
          label={t('coverage')}
          heads={[t('column.asset'), t('column.customers'), t('column.custody'), t('column.covered')]}
          ends={[1, 2]}
          rows={data.coverage.map(({ asset, customers, custody, covered }) => [
            <bdi key="asset">{asset}</bdi>,
            amount(customers),
            amount(custody),
            covered ? (
              <Chip key="covered" variant="good" icon="check">
                {t('covered')}
              </Chip>
            ) : (
              <Chip key="covered" variant="danger" icon="warning">
                {t('notCovered')}
              </Chip>
            ),
          ])}
        />
      </Card>
      <Card className="overflow-hidden">
        <h2 className="px-4 pt-4 text-16 font-700">{t('accounts')}</h2>
        <p className="px-4 pb-3 text-13 text-fg2">{t('accountsText')}</p>
        <PlainTable
          label={t('accounts')}
          heads={[t('column.account'), t('column.asset'), t('column.free'), t('column.held')]}
          ends={[2, 3]}
          rows={data.accounts.map(({ account, asset, free, held }) => [
            <bdi key="account" dir="ltr">
              {account}
            </bdi>,
            <bdi key="asset">{asset}</bdi>,
            amount(free),
            amount(held),
          ])}
        />
      </Card>
    </Page>
  )
}
