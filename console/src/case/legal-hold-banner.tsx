import type { LegalHold } from '@evenhand/protocol/case-hold.ts'
import { Banner } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'

/** In red, above every case of a customer under a legal hold: that nothing may leave, and whether he may know. */
export function LegalHoldBanner({ hold }: { hold: LegalHold }) {
  const t = useTranslations('customers')
  const { reference, tell, reviewOn, overdue } = hold
  return (
    <div role="alert">
      <Banner variant="danger" className="rounded-none!">
        <span className="flex flex-col gap-0.5">
          <strong className="font-700">{t('hold.banner.stops', { reference: `\u2068${reference}\u2069` })}</strong>
          <span>{tell ? t('hold.banner.told') : t('hold.banner.silent')}</span>
          <span>{t(overdue ? 'hold.banner.overdue' : 'hold.banner.review', { date: `\u2066${reviewOn}\u2069` })}</span>
        </span>
      </Banner>
    </div>
  )
}
