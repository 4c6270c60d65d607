import type { ViewedIdentification } from '@evenhand/protocol/identification-console.ts'
import type { IdentificationReason } from '@evenhand/protocol/identification.ts'
import { useTranslations } from 'use-intl'
import { CustomerLink } from '../../case/customer-link.tsx'
import { Part } from '../../case/facts.tsx'
import { When } from '../../lib/when.tsx'
import { IdentityStatusChip } from './identity-words.tsx'

/** How this form was decided, other customers with the same document, and the forms before this one. */
export function OtherForms({ seen }: { seen: ViewedIdentification }) {
  const t = useTranslations('identity')
  return (
    <>
      {seen.reasons.length > 0 && (
        <Part title={t('part.said')}>
          <Reasons reasons={seen.reasons} />
        </Part>
      )}
      {seen.others.length > 0 && (
        <Part title={t('part.others')}>
          <ul className="flex flex-col gap-1.5 text-13">
            {seen.others.map(({ customerId, username, status, submittedAt, shares }) => (
              <li key={`${customerId}${submittedAt}`} className="flex flex-wrap justify-between gap-x-3">
                <CustomerLink id={customerId} name={username} />
                <span className="text-danger">{shares.map((what) => t(`shares.${what}`)).join(' · ')}</span>
                <span className="flex items-center gap-2 text-fg2">
                  <When ms={submittedAt} />
                  <IdentityStatusChip status={status} />
                </span>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {seen.before.length > 0 && (
        <Part title={t('part.before')}>
          <ul className="flex flex-col gap-2 text-13">
            {seen.before.map(({ id, attempt, status, submittedAt, reasons }) => (
              <li key={id}>
                <span className="flex flex-wrap items-center justify-between gap-x-3">
                  <span>
                    {t('attempt', { attempt })} · <When ms={submittedAt} />
                  </span>
                  <IdentityStatusChip status={status} />
                </span>
                <Reasons reasons={reasons} />
              </li>
            ))}
          </ul>
        </Part>
      )}
    </>
  )
}

/** Reasons field by field, each with the words that the customer reads. */
function Reasons({ reasons }: { reasons: readonly IdentificationReason[] }) {
  const t = useTranslations('identity')
  return (
    <ul className="text-13 text-fg2">
      {reasons.map(({ field, code, text }) => (
        <li key={`${field} ${code}`}>
          {t(`field.${field}`)}: {t(`reason.${code}`)}
          {text && <bdi className="block">{text}</bdi>}
        </li>
      ))}
    </ul>
  )
}
