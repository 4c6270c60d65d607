import { preparePayout, type consoleCharities, type ConsolePayout } from '@evenhand/protocol/collectibles-console.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Chip } from '@evenhand/ui/chip.tsx'
import { Figure, formatAmount } from '@evenhand/ui/format.tsx'
import { Card, EmptyState } from '@evenhand/ui/states.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type * as z from 'zod/mini'
import { useMay } from '../../lib/session.ts'
import { When } from '../../lib/when.tsx'
import { PlainTable } from '../../table/plain-table.tsx'
import { PrepareDialog } from './prepare-dialog.tsx'

export type CharityRow = z.output<typeof consoleCharities.result>['rows'][number]
type CardProps = { rows: readonly CharityRow[]; payouts: readonly ConsolePayout[] }

const isZero = (text: string): boolean => /^0*\.?0*$/.test(text)

/** The charities: who each is by register and agreement, what came in and went out, and what is due when. */
export function CharitiesCard({ rows, payouts }: CardProps) {
  const t = useTranslations('collectibles')
  const may = useMay()(preparePayout)
  const [paid, setPaid] = useState<CharityRow>()
  const money = (text: string) => <Figure>{formatAmount(text, 2)}</Figure>
  const isUnderWay = (id: string) => payouts.some((one) => one.charityId === id && one.status === 'PREPARED')
  return (
    <Card className="overflow-hidden">
      <div className="p-4">
        <h2 className="text-16 font-700">{t('charities.title')}</h2>
        <p className="mt-1 max-w-text text-13 text-fg2">{t('charities.text')}</p>
      </div>
      {rows.length === 0 ? (
        <EmptyState title={t('charities.none')} />
      ) : (
        <PlainTable
          label={t('charities.title')}
          heads={[
            t('charities.one'),
            t('charities.agreement'),
            t('charities.received'),
            t('charities.paid'),
            t('charities.payable'),
            t('charities.dueAt'),
            ...(may ? [t('column.actions')] : []),
          ]}
          ends={[2, 3, 4]}
          rows={rows.map((row) => [
            <span key="name" className="flex flex-col py-1.5">
              <bdi className="font-600">{row.name}</bdi>
              <bdi className="text-12 text-fg2">{`${row.country} · ${row.registrationNumber}`}</bdi>
            </span>,
            <bdi key="agreement" className="wrap-anywhere">
              {row.agreementId}
            </bdi>,
            money(row.received),
            money(row.paid),
            money(row.payable),
            row.dueAt === null ? null : (
              <span key="due" className="inline-flex items-center gap-2">
                <When ms={row.dueAt} />
                {!isZero(row.overdue) && (
                  <Chip variant="danger" icon="warning">
                    {t('overdue')}
                  </Chip>
                )}
              </span>
            ),
            ...(may
              ? [
                  !isZero(row.payable) && !isUnderWay(row.id) && (
                    <Button key="pay" variant="secondary" size="small" onClick={() => setPaid(row)}>
                      {t('prepare.button')}
                    </Button>
                  ),
                ]
              : []),
          ])}
        />
      )}
      {paid && <PrepareDialog charity={paid} onClose={() => setPaid(undefined)} />}
    </Card>
  )
}
