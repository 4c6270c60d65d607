import { ChoiceChip } from '@evenhand/ui/chip.tsx'
import { Button } from '@evenhand/ui/button.tsx'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { PageTitle } from '../../../layout/page-title.tsx'
import type { ScreenProps } from '../../../lib/feature.ts'
import { useCategoryText, categoriesOf } from './categories.ts'
import { FaqList } from './faq-list.tsx'
import { FaqSearch } from './faq-search.tsx'
import { useFaq, useTyped } from './help-queries.ts'
import { ContactSupport } from './contact-support.tsx'

type Search = {
  id?: string | undefined
  q?: string | undefined
  cat?: string | undefined
  screen?: string | undefined
}

/** Questions and answers: found by words, by category, or by the screen they belong to. The address keeps what is open. */
export function FaqScreen({ search, onSearch }: ScreenProps<Search>) {
  const t = useTranslations('help')
  const categoryText = useCategoryText()
  const [words, setWords] = useState(search.q ?? '')
  const typed = useTyped(words)
  const own = useFaq({ q: typed, screen: typed === '' ? search.screen : undefined })
  // A screen without questions of its own leads to all of them.
  const hasNone = typed === '' && search.screen !== undefined && own.data?.length === 0
  const all = useFaq({})
  const { data, isError, refetch } = hasNone ? all : own
  const categories = useMemo(() => categoriesOf(data ?? []), [data])
  const category = typed === '' && categories.some(({ name }) => name === search.cat) ? search.cat : undefined
  const shown = category === undefined ? data : data?.filter((entry) => entry.category === category)
  const type = (q: string) => {
    setWords(q)
    onSearch({ q: q.trim() === '' ? undefined : q, id: undefined, cat: undefined, screen: undefined })
  }
  return (
    <div className="mx-auto flex max-w-240 flex-col gap-5 px-gutter py-4 desktop:py-8">
      <PageTitle title={t('faq.title')} inBar help={false} />
      <FaqSearch value={words} onChange={type} />
      {search.screen !== undefined && typed === '' && !hasNone && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="text-15 text-fg2">{t('faq.ofScreen')}</p>
          <Button variant="secondary" size="small" onClick={() => onSearch({ screen: undefined })}>
            {t('faq.all')}
          </Button>
        </div>
      )}
      {typed === '' && categories.length > 1 && (
        <div role="group" aria-label={t('faq.categories')} className="flex flex-wrap gap-2">
          <ChoiceChip chosen={category === undefined} onChoose={() => onSearch({ cat: undefined })}>
            {t('faq.all')}
          </ChoiceChip>
          {categories.map(({ name, count }) => (
            <ChoiceChip key={name} chosen={category === name} onChoose={() => onSearch({ cat: name, id: undefined })}>
              {categoryText(name)} <span className="text-fg3">{count}</span>
            </ChoiceChip>
          ))}
        </div>
      )}
      <p role="status" className="sr-only">
        {typed !== '' && shown !== undefined && t('faq.found', { count: shown.length })}
      </p>
      <FaqList
        entries={shown}
        isError={isError}
        onRetry={() => void refetch()}
        open={search.id}
        onOpen={(id) => onSearch({ id })}
      />
      <ContactSupport />
    </div>
  )
}
