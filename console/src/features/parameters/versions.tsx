import type { OptionTableText, readParams } from '@evenhand/protocol/operator-requests.ts'
import { Figure, formatAmount } from '@evenhand/ui/format.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { useTag } from '../../lib/settings.ts'
import { durationText } from '../../lib/when.tsx'
import { PlainTable } from '../../table/plain-table.tsx'
import { percentOf } from './terms.ts'
import { VersionCard } from './version-card.tsx'

export type OptionVersions = z.output<typeof readParams.result>['options']

/** Every version, newest first, with the one in force marked. */
export function Versions({ options, propose }: { options: OptionVersions; propose: ReactNode }) {
  const t = useTranslations('parameters')
  const versions = options.versions.toSorted((a, b) => b.version - a.version)
  return (
    <>
      <p className="max-w-text text-fg2">{t('intro')}</p>
      {propose && <div>{propose}</div>}
      {versions.map((one) => (
        <VersionCard key={one.version} one={one} current={options.current}>
          <Terms table={one.value} label={t('version', { version: one.version })} />
        </VersionCard>
      ))}
    </>
  )
}

function Terms({ table, label }: { table: OptionTableText; label: string }) {
  const t = useTranslations('parameters')
  const common = useTranslations('common')
  const tag = useTag()
  return (
    <PlainTable
      label={label}
      heads={[t('field.limitTime'), t('field.min'), t('field.max'), t('field.payoutRate'), t('field.earlySale')]}
      ends={[1, 2, 3]}
      rows={table.map(({ limitTime, min, max, payoutRate, earlySale }) => [
        durationText(limitTime * 1000, tag),
        <Figure key="min">{formatAmount(min)}</Figure>,
        <Figure key="max">{formatAmount(max)}</Figure>,
        <Figure key="rate">{percentOf(payoutRate)}%</Figure>,
        earlySale ? common('yes') : common('no'),
      ])}
    />
  )
}
