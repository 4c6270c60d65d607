import { languages } from '@evenhand/protocol/languages.ts'
import { useTranslations } from 'use-intl'
import { Copyable } from '../../case/copyable.tsx'
import { Facts, Part } from '../../case/facts.tsx'
import { useTag } from '../../lib/settings.ts'
import { When } from '../../lib/when.tsx'
import type { SeenCustomer } from './customer-case.tsx'
import { countryName, useCustomerTexts } from './customer-words.ts'
import { Reveal } from './reveal.tsx'

/** Who it is, as far as a view needs it, and what is closed to that person. */
export function CustomerPerson({ seen }: { seen: SeenCustomer }) {
  const t = useTranslations('customers')
  const common = useTranslations('common')
  const tag = useTag()
  const { kycText, tierText } = useCustomerTexts()
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
            [t('creditScore'), seen.creditScore === null ? '—' : String(seen.creditScore)],
            [common('language'), languages.find(({ value }) => value === seen.lang)?.name ?? seen.lang],
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
              [t('restrict.until'), <When key="until" ms={restriction.until} />],
              [t('restrict.by'), t(restriction.byTwo ? 'restrict.two' : 'restrict.one')],
            ]}
          />
        </Part>
      )}
    </>
  )
}
