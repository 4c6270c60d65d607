import { buttonClass } from '@evenhand/ui/button.tsx'
import { Link, useLocation } from '@evenhand/ui/router.ts'
import { useTranslations } from 'use-intl'

/** A visitor's ways to trade: sign in or register, and back to the page. */
export function SignInLinks() {
  const t = useTranslations('instrument')
  const common = useTranslations('common')
  const back = useLocation().href
  return (
    <div className="flex flex-wrap gap-2 *:grow *:whitespace-nowrap">
      <Link to="/pass/login" search={{ back }} className={buttonClass('primary', 'large')}>
        {t('ticket.loginToTrade')}
      </Link>
      <Link to="/pass/register" search={{ back }} className={buttonClass('secondary', 'large')}>
        {common('register')}
      </Link>
    </div>
  )
}
