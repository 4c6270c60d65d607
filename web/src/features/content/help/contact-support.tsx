import { buttonClass } from '@evenhand/ui/button.tsx'
import { Link, useLocation } from '@evenhand/ui/router.ts'
import { useTranslations } from 'use-intl'

/** Where to go with a question that no answer here was for. */
export function ContactSupport() {
  const t = useTranslations('help')
  const common = useTranslations('common')
  const { pathname } = useLocation()
  return (
    <aside className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card bg-surface p-5 ring-1 ring-line">
      <div className="min-w-0 grow basis-60">
        <h2 className="text-16 font-700">{t('still.title')}</h2>
        <p className="mt-1 text-fg2">{t('still.text')}</p>
      </div>
      <Link to="/customerservice" search={{ from: pathname }} className={buttonClass()}>
        {common('chat')}
      </Link>
    </aside>
  )
}
