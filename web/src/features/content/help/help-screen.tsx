import { Icon, type IconName } from '@evenhand/ui/icon.tsx'
import { Link, useNavigate } from '@evenhand/ui/router.ts'
import { Skeleton } from '@evenhand/ui/states.tsx'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { PageTitle } from '../../../layout/page-title.tsx'
import { categoriesOf, useCategoryText } from './categories.ts'
import { FaqSearch } from './faq-search.tsx'
import { useFaq } from './help-queries.ts'
import { ContactSupport } from './contact-support.tsx'

const ways = [
  { key: 'faq', href: '/help/faq', icon: 'info' },
  { key: 'notice', href: '/help/notice', icon: 'bell' },
  { key: 'introduction', href: '/introduction', icon: 'document' },
  { key: 'fees', href: '/detail?id=fees', icon: 'wallet' },
  { key: 'complaints', href: '/profile/complaints', icon: 'edit' },
  { key: 'transparency', href: '/transparency', icon: 'shield' },
] as const satisfies readonly { key: string; href: string; icon: IconName }[]

/** The help centre: words to search by, what answers are about, and the ways to everything else that explains. */
export function HelpScreen() {
  const t = useTranslations('help')
  const navigate = useNavigate()
  const [words, setWords] = useState('')
  const find = () => void navigate({ to: '/help/faq', search: words.trim() === '' ? {} : { q: words.trim() } })
  return (
    <div className="mx-auto flex max-w-240 flex-col gap-6 px-gutter py-4 desktop:py-8">
      <div>
        <PageTitle title={t('title')} inBar help={false} />
        <p className="desktop:mt-2 text-15 text-fg2">{t('lead')}</p>
      </div>
      <FaqSearch value={words} onChange={setWords} onEnter={find} />
      <Categories />
      <ul className="grid gap-3 desktop:grid-cols-3 desktop:gap-4">
        {ways.map(({ key, href, icon }) => (
          <li
            key={key}
            className="relative flex gap-4 rounded-card bg-surface p-4 ring-1 ring-line hover:ring-control desktop:p-5"
          >
            <span className="inline-flex size-10 shrink-0 items-center justify-center rounded-control bg-accent-weak text-accent-text">
              <Icon name={icon} />
            </span>
            <div className="min-w-0">
              <Link
                href={href}
                className="text-16 font-700 text-fg no-underline after:absolute after:inset-0 after:rounded-card"
              >
                {t(`way.${key}.title`)}
              </Link>
              <p className="mt-1 text-13 text-fg2">{t(`way.${key}.text`)}</p>
            </div>
          </li>
        ))}
      </ul>
      <ContactSupport />
    </div>
  )
}

function Categories() {
  const t = useTranslations('help')
  const categoryText = useCategoryText()
  const { data, isError } = useFaq({})
  const categories = useMemo(() => categoriesOf(data ?? []), [data])
  if (isError) return null
  if (data === undefined) return <Skeleton className="h-24 rounded-card" />
  return (
    <section aria-labelledby="help-categories">
      <h2 id="help-categories" className="mb-3 text-18 font-700">
        {t('faq.categories')}
      </h2>
      <ul className="flex flex-wrap gap-2">
        {categories.map(({ name, count }) => (
          <li key={name}>
            <Link
              to="/help/faq"
              search={{ cat: name }}
              className="inline-flex min-h-11 items-center gap-2 rounded-control border border-line bg-surface px-4 text-fg no-underline hover:border-control"
            >
              {categoryText(name)} <span className="text-fg3">{count}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
