import { useTranslations } from 'use-intl'
import { useLang } from '../../lib/settings.ts'
import { useFetched } from '../../lib/use-fetched.ts'
import { loadMovers } from './load-items.ts'
import { RowsCard } from './rows-card.tsx'

const freshMs = 60_000
const perSide = 3

/** What has risen and fallen most in a day, of all markets. */
export function Movers() {
  const t = useTranslations('market')
  const lang = useLang()
  const { data, problem, again } = useFetched(`movers ${lang}`, () => loadMovers(lang, perSide), freshMs)
  return (
    <RowsCard
      title={t('movers')}
      search={{ sort: '-zdf' }}
      items={data}
      problem={problem}
      again={again}
      skeletons={2 * perSide}
      empty={null}
    />
  )
}
