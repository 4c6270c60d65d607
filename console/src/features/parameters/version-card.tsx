import { Chip } from '@evenhand/ui/chip.tsx'
import { Card } from '@evenhand/ui/states.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Copyable, shortened } from '../../case/copyable.tsx'
import { When } from '../../lib/when.tsx'

type Version = {
  version: number
  hash: string
  reason: string
  approvedAt: number | null
  appliesAt: number | null
}
type Props = { one: Version; current: number; level?: 'h2' | 'h3'; children: ReactNode }

const marks = {
  inForce: { variant: 'good', icon: 'check' },
  later: { variant: 'accent', icon: 'clock' },
  before: {},
} as const

/** A version of a parameter: whether it is in force, when it was approved and applies, its hash and reason, and its values. */
export function VersionCard({ one, current, level: Heading = 'h2', children }: Props) {
  const t = useTranslations('parameters')
  const { version, hash, reason, approvedAt, appliesAt } = one
  const state = version === current ? 'inForce' : version > current ? 'later' : 'before'
  return (
    <Card className="overflow-hidden">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 pt-4 pb-3">
        <Heading className="text-16 font-700">{t('version', { version })}</Heading>
        <Chip {...marks[state]}>{t(state)}</Chip>
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
      {children}
    </Card>
  )
}
