import { useTranslations } from 'use-intl'

/** The mark of Evenhand, and which of its apps this is. */
export function Brand() {
  const t = useTranslations('common')
  return (
    <span className="inline-flex items-center gap-2.5">
      <svg aria-hidden="true" width="28" height="28" viewBox="0 0 32 32" className="shrink-0">
        <rect width="32" height="32" rx="8" fill="#1652f0" />
        <path d="M8.5 12.5h15M8.5 19.5h15" stroke="#fff" strokeWidth="3.2" strokeLinecap="round" />
      </svg>
      <span className="leading-tight group-data-folded/rail:max-[99.99rem]:sr-only">
        <span dir="ltr" className="block text-15 font-700">
          Evenhand
        </span>
        <span className="block text-11 opacity-80">{t('console')}</span>
      </span>
    </span>
  )
}
