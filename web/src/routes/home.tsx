import { useTranslations } from 'use-intl'
import { Cards } from '../features/home/cards.tsx'
import { Hero } from '../features/home/hero.tsx'
import { LiveList } from '../features/markets/live-list.tsx'
import { useTitle } from '../lib/use-title.ts'

export function Home() {
  const t = useTranslations('home')
  useTitle('')
  return (
    <>
      <Hero />
      <div className="mx-auto flex max-w-content flex-col gap-4 px-gutter pt-4 desktop:gap-6 desktop:pt-6">
        <Cards />
        <h2 className="-mb-2 text-18 font-700 desktop:text-20">{t('live')}</h2>
        <LiveList />
      </div>
    </>
  )
}
