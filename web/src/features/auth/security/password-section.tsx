import { buttonClass } from '@evenhand/ui/button.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { useTranslations } from 'use-intl'
import { Section } from '../../../layout/section.tsx'

/** The password: changed by the old one, or set by a mailed code where there is none yet. */
export function PasswordSection({ set }: { set: boolean }) {
  const t = useTranslations('security')
  return (
    <Section
      title={t('password.title')}
      text={t(set ? 'password.text' : 'password.none')}
      state={t(set ? 'on' : 'off')}
    >
      <Link to={set ? '/profile/password' : '/pass/reset'} className={`${buttonClass('secondary')} self-start`}>
        {t(set ? 'password.change' : 'password.set')}
      </Link>
    </Section>
  )
}
