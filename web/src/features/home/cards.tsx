import { Icon, type IconName } from '@evenhand/ui/icon.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { useTranslations } from 'use-intl'

/** A card appears with its page. */
const cards = [
  { key: 'markets', to: '/market', icon: 'candles' },
  { key: 'trading', to: '/trading', icon: 'calendar' },
  { key: 'nfts', to: '/nfts', icon: 'star' },
  { key: 'virtual', to: '/profile', icon: 'shield' },
  { key: 'features', to: '/help/notice', search: { type: '3' }, icon: 'bell' },
] as const satisfies readonly { key: string; to: string; search?: object; icon: IconName }[]

export function Cards() {
  const t = useTranslations('home')
  return (
    <ul className="grid gap-3 desktop:grid-cols-5 desktop:gap-4">
      {cards.map((card) => (
        <li
          key={card.key}
          className="relative flex items-center gap-3 rounded-card bg-surface p-3 ring-1 ring-line hover:ring-control desktop:items-start desktop:gap-4 desktop:p-5"
        >
          <span className="inline-flex size-10 shrink-0 items-center justify-center rounded-control bg-accent-weak text-accent-text">
            <Icon name={card.icon} />
          </span>
          <div className="flex min-w-0 grow items-center justify-between gap-2 desktop:block">
            <h2 className="text-15 font-700 desktop:text-16">{t(`card.${card.key}.title`)}</h2>
            <p className="text-13 text-fg2 mobile:hidden">{t(`card.${card.key}.text`)}</p>
            <Link
              to={card.to}
              {...('search' in card && { search: card.search })}
              className="inline-flex items-center gap-1 text-14 font-600 text-accent-text no-underline after:absolute after:inset-0 after:rounded-card desktop:mt-1"
            >
              <span className="mobile:sr-only">{t(`card.${card.key}.start`)}</span>
              <Icon name="go" size={16} />
            </Link>
          </div>
        </li>
      ))}
    </ul>
  )
}
