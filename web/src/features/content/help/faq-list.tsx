import type { FaqEntry } from '@evenhand/protocol/faq.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Card, EmptyState, ErrorState, Skeleton } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { FaqItem } from './faq-item.tsx'

type ListProps = {
  entries: readonly FaqEntry[] | undefined
  isError: boolean
  onRetry: () => void
  /** The slug of the one that is open. */
  open: string | undefined
  onOpen: (slug: string | undefined) => void
}

/** Questions, one of them open at a time, with the states of loading, of none and of a failure. */
export function FaqList({ entries, isError, onRetry, open, onOpen }: ListProps) {
  const t = useTranslations('help')
  const common = useTranslations('common')
  if (entries === undefined)
    return isError ? (
      <ErrorState title={common('state.loadFailed')} action={<Button onClick={onRetry}>{common('retry')}</Button>} />
    ) : (
      <div aria-busy="true" className="flex flex-col gap-2">
        {[0, 1, 2, 3, 4, 5].map((at) => (
          <Skeleton key={at} className="h-14 rounded-card" />
        ))}
      </div>
    )
  if (entries.length === 0)
    return (
      <Card>
        <EmptyState title={t('faq.none')} text={t('faq.noneText')} />
      </Card>
    )
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-card bg-surface ring-1 ring-line">
      {entries.map((entry) => (
        <FaqItem
          key={entry.slug}
          entry={entry}
          open={open === entry.slug}
          onToggle={() => onOpen(open === entry.slug ? undefined : entry.slug)}
        />
      ))}
    </ul>
  )
}
