import { useTranslations } from 'use-intl'
import { Copyable } from '../../case/copyable.tsx'
import { Facts, Part } from '../../case/facts.tsx'
import { useTag } from '../../lib/settings.ts'
import { When } from '../../lib/when.tsx'
import type { SeenCustomer } from './customer-case.tsx'
import { countryName, useStanding } from './customer-words.ts'
import { Reveal } from './reveal.tsx'

/** Who it is, as far as a look needs it, and what is closed to that person. */
export function CustomerPerson({ seen }: { seen: SeenCustomer }) {
  const t = useTranslations('customers')
  const common = useTranslations('common')
  const tag = useTag()
  const { kycText, tierText } = useStanding()
  const { restriction } = seen
  return (
    <>
      <Part title={t('part.person')}>
        <Facts
          items={[
            [t('column.id'), <Copyable key="id" text={seen.id} />],
            [t('column.email'), <Reveal key="email" id={seen.id} masked={seen.email} />],
            [t('column.country'), countryName(seen.country, tag)],
            [t('column.kyc'), kycText(seen.kycStatus)],
            [t('column.tier'), tierText(seen.tier)],
            [t('creditScore'), String(seen.creditScore)],
            [common('language'), seen.lang],
            [t('account'), <bdi key="account">{seen.accountId}</bdi>],
            [t('terms'), <bdi key="terms">{seen.termsVersion}</bdi>],
            [t('column.createdAt'), <When key="at" ms={seen.createdAt} />],
          ]}
        />
      </Part>
      {restriction && (
        <Part title={t('part.restriction')}>
          <Facts
            items={[
              [t('restrict.reasonCode'), t(`restrict.reason.${restriction.reason}`)],
              [common('reason.label'), restriction.note && <bdi>{restriction.note}</bdi>],
              [t('since'), <When key="at" ms={restriction.at} />],
            ]}
          />
        </Part>
      )}
    </>
  )
}

/** What operators noted, and who has looked. */
export function CustomerRecord({ seen }: { seen: SeenCustomer }) {
  const t = useTranslations('customers')
  const common = useTranslations('common')
  return (
    <>
      <Part title={t('part.notes')}>
        {seen.notes.length === 0 && <p className="text-13 text-fg2">{t('note.none')}</p>}
        <ul className="flex flex-col gap-2 text-13">
          {seen.notes.map(({ id, at, operator, text }) => (
            <li key={id} className="rounded-control bg-sunken p-3">
              <p dir="auto" className="whitespace-pre-wrap">
                {text}
              </p>
              <p className="mt-1 text-12 text-fg2">
                <bdi>{operator}</bdi> · <When ms={at} />
              </p>
            </li>
          ))}
        </ul>
      </Part>
      <Part title={t('part.access')}>
        <p className="mb-2 text-13 text-fg2">{t('accessText')}</p>
        <ul className="flex flex-col gap-1.5 text-13">
          {seen.access.map(({ at, roles, act, reason }) => (
            <li key={`${at}${act}`} className="flex flex-wrap gap-x-3">
              <span className="text-fg2">
                <When ms={at} seconds />
              </span>
              <span>{roles.map((role) => common(`role.${role}`)).join(' · ')}</span>
              <bdi dir="ltr" className="font-600">
                {act}
              </bdi>
              <bdi className="min-w-0">{reason}</bdi>
            </li>
          ))}
        </ul>
      </Part>
    </>
  )
}
