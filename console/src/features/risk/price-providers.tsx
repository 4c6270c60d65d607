import { feeds } from '@evenhand/protocol/operator-result.ts'
import { Chip } from '@evenhand/ui/chip.tsx'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { freshMs } from '../../lib/use-page.ts'
import { When } from '../../lib/when.tsx'

const variants = { open: 'good', connecting: 'plain', waiting: 'warn', refused: 'danger' } as const

/** The status of each provider of live prices and its last message; nothing where prices are generated or replayed. */
export function PriceProviders() {
  const t = useTranslations('risk')
  const { data } = useQuery({
    queryKey: [feeds.path, 'providers'],
    queryFn: ({ signal }) => call(feeds, { size: 1 }, signal),
    refetchInterval: freshMs,
  })
  if (!data || data.providers.length === 0) return null
  return (
    <section
      aria-label={t('providers.title')}
      className="flex max-h-48 flex-col gap-2 overflow-y-auto border-b border-line px-4 py-3"
    >
      <h2 className="text-14 font-600">{t('providers.title')}</h2>
      <ul className="flex flex-col gap-2 text-13">
        {data.providers.map(({ name, label, state, since, why, instruments }) => (
          <li key={name} className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <bdi className="min-w-28 font-600">{label}</bdi>
            <Chip variant={variants[state]}>{t(`providers.state.${state}`)}</Chip>
            <span className="text-fg2">
              <When ms={since} />
            </span>
            <span className="text-fg2">{t('providers.instruments', { count: instruments })}</span>
            {why !== null && (
              <span className="basis-full text-fg2">
                {t('providers.says')} <bdi dir="auto">{why}</bdi>
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
