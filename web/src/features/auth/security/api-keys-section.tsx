import { buttonClass } from '@evenhand/ui/button.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { useTranslations } from 'use-intl'
import { Section } from '../../../layout/section.tsx'

/** Leads to the keys of the customer's own programs. */
export function ApiKeysSection() {
  const t = useTranslations('security')
  return (
    <Section title={t('apiKey.title')} text={t('apiKey.text')}>
      <Link to="/profile/security/api-keys" className={`${buttonClass('secondary')} self-start`}>
        {t('apiKey.manage')}
      </Link>
    </Section>
  )
}
