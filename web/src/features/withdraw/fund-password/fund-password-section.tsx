import { buttonClass } from '@evenhand/ui/button.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { useTranslations } from 'use-intl'
import { Section } from '../../../layout/section.tsx'
import { useFundPassword } from './use-fund-password.ts'

/** What protects money that leaves, among the rest of what protects the account. */
export function FundPasswordSection() {
  const t = useTranslations('withdraw')
  const { data } = useFundPassword()
  return (
    <Section title={t('fund.label')} text={t('fund.means')}>
      <div className="flex flex-wrap gap-3">
        <Link to="/profile/security/fund-password" className={buttonClass('secondary')}>
          {t(data?.set === true ? 'fund.change' : 'fund.set')}
        </Link>
        <Link to="/profile/addresses" className={buttonClass('secondary')}>
          {t('address.book')}
        </Link>
      </div>
    </Section>
  )
}
