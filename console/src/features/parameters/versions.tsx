import type { OptionTableText, readParams } from '@evenhand/protocol/operator-requests.ts'
import { Chip } from '@evenhand/ui/chip.tsx'
import { Figure, formatAmount } from '@evenhand/ui/format.tsx'
import { Card } from '@evenhand/ui/states.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { Copyable, shortened } from '../../case/copyable.tsx'
import { useTag } from '../../lib/settings.ts'
import { durationText, When } from '../../lib/when.tsx'
import { PlainTable } from '../../table/plain-table.tsx'

export type OptionVersions = z.output<typeof readParams.result>['options']

/** Every version, newest first, with the one in force marked. */
export function Versions({ options, propose }: { options: OptionVersions; propose: ReactNode }) {
  const t = useTranslations('parameters')
  const versions = options.versions.toSorted((a, b) => b.version - a.version)
  return (
    <>
      <p className="max-w-text text-fg2">{t('intro')}</p>
      {propose && <div>{propose}</div>}
      {versions.map(({ version, value, hash, reason, approvedAt, appliesAt }) => (
        <Card key={version} className="overflow-hidden">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 pt-4 pb-3">
            <h2 className="text-16 font-700">{t('version', { version })}</h2>
            {version === options.current ? (
              <Chip variant="good" icon="check">
                {t('inForce')}
              </Chip>
            ) : version > options.current ? (
              <Chip variant="accent" icon="clock">
                {t('later')}
              </Chip>
            ) : (
              <Chip>{t('before')}</Chip>
            )}
            {approvedAt !== null && (
              <span className="text-13 text-fg2">
                {t('approvedAt')} <When ms={approvedAt} />
              </span>
            )}
            {appliesAt !== null && (
              <span className="text-13 text-fg2">
                {t('appliesAt')} <When ms={appliesAt} />
              </span>
            )}
            <span className="ms-auto text-12 text-fg3">
              <Copyable text={hash} shown={shortened(hash, 8)} />
            </span>
          </div>
          {reason !== '' && (
            <p dir="auto" className="px-4 pb-3 text-13 text-fg2">
              {reason}
            </p>
          )}
          <Terms table={value} label={t('version', { version })} />
        </Card>
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
        <Figure key="rate">{payoutRate}</Figure>,
        earlySale ? common('yes') : common('no'),
      ])}
    />
  )
}
