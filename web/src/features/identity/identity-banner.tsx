import { maxUnverified } from '@evenhand/protocol/funds.ts'
import type { CustomerIdentification } from '@evenhand/protocol/identification.ts'
import { Banner } from '@evenhand/ui/states.tsx'
import { Link } from '@evenhand/ui/router.ts'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useWhen } from '../../lib/use-when.ts'
import { useMinutesLeft } from './review-clock.tsx'
import { useUsdtText } from './status-cards.tsx'
import { useIdentification } from './use-identification.ts'

const faces = {
  NOT_VERIFIED: { variant: 'info', action: 'start' },
  PENDING_REVIEW: { variant: 'info', action: 'look' },
  RESUBMIT: { variant: 'warn', action: 'fix' },
  REJECTED_FINAL: { variant: 'danger', action: 'look' },
  EXPIRED: { variant: 'warn', action: 'again' },
} as const

/** Whether something is to be corrected, and can no longer be. */
const isUsedUp = ({ status, attemptsLeft }: CustomerIdentification): boolean =>
  status === 'RESUBMIT' && attemptsLeft < 1

/** On the account's pages: the status of the identification, until it is verified, with its clock during the review. */
export function IdentityBanner() {
  const t = useTranslations('identity')
  const { data } = useIdentification()
  if (data === undefined || data.status === 'VERIFIED') return null
  const { variant, action } = isUsedUp(data)
    ? { variant: 'warn' as const, action: 'look' as const }
    : faces[data.status]
  return (
    <Banner
      variant={data.escalated ? 'warn' : variant}
      className="items-center"
      action={
        <Link to="/profile/verification" className="font-600 text-inherit underline">
          {t(`banner.${action}`)}
        </Link>
      }
    >
      <BannerText own={data} />
    </Banner>
  )
}

function BannerText({ own }: { own: CustomerIdentification }): ReactNode {
  const t = useTranslations('identity')
  const usdtText = useUsdtText()
  if (own.status === 'PENDING_REVIEW')
    return own.dueAt !== null && <Waiting dueAt={own.dueAt} escalated={own.escalated} />
  if (own.status === 'VERIFIED') return null
  if (isUsedUp(own)) return t('banner.used')
  return t(`banner.${own.status}`, { amount: usdtText(maxUnverified) })
}

function Waiting({ dueAt, escalated }: { dueAt: number; escalated: boolean }) {
  const t = useTranslations('identity')
  const when = useWhen()
  const left = useMinutesLeft(dueAt)
  return escalated || left <= 0 ? t('banner.late') : t('banner.PENDING_REVIEW', { time: when(dueAt) })
}
