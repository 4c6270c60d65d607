import { feeds } from '@evenhand/protocol/operator-result.ts'
import { Banner } from '@evenhand/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { freshMs } from '../../lib/use-page.ts'

/** Sources whose price of an instrument is far from the others'; nothing while all are near. */
export function SourcesApart({ onOpen }: { onOpen: (code: string) => void }) {
  const t = useTranslations('risk')
  const { data } = useQuery({
    queryKey: [feeds.path, 'apart'],
    queryFn: ({ signal }) => call(feeds, { size: 1 }, signal),
    refetchInterval: freshMs,
  })
  if (!data || data.apart.length === 0) return null
  return (
    <Banner variant="warn">
      <p className="font-600">{t('apart.title')}</p>
      <p className="text-13">{t('apart.text')}</p>
      <ul className="mt-2 flex flex-col gap-1 text-13">
        {data.apart.map(({ code, source, price, others }) => (
          <li key={`${code} ${source}`} className="flex flex-wrap gap-x-3">
            <button type="button" className="font-600 text-accent-text underline" onClick={() => onOpen(code)}>
              <bdi dir="ltr">{code}</bdi>
            </button>
            <bdi>{source}</bdi>
            <bdi dir="ltr">{price}</bdi>
            <span className="text-fg2">
              {t('apart.comparison')} <bdi dir="ltr">{others}</bdi>
            </span>
          </li>
        ))}
      </ul>
    </Banner>
  )
}
