import { listFaqFeedback } from '@evenhand/protocol/content-console.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Chip } from '@evenhand/ui/chip.tsx'
import { Card, EmptyState } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { maxRows, usePage } from '../../lib/use-page.ts'
import { When } from '../../lib/when.tsx'
import { RowsState } from '../../table/rows-state.tsx'

/** Readers' feedback on answers, the newest first. */
export function FeedbackList() {
  const t = useTranslations('content')
  const common = useTranslations('common')
  const query = usePage(listFaqFeedback, {})
  const { data, total, more } = query
  if (data === undefined || data.length === 0)
    return <RowsState rows={query} empty={<EmptyState title={t('none.feedback')} />} />
  return (
    <Card>
      <ul aria-label={t('tab.feedback')}>
        {data.map((row, at) => (
          <li key={at} className="flex flex-col gap-1 border-b border-line p-3 text-13 last:border-b-0">
            <div className="flex flex-wrap items-center gap-2">
              <Chip variant={row.helpful ? 'good' : 'warn'} icon={row.helpful ? 'check' : 'close'}>
                {t(row.helpful ? 'feedback.yes' : 'feedback.no')}
              </Chip>
              <bdi className="font-600">{row.question}</bdi>
              {!row.isCurrent && <Chip>{t('feedback.older')}</Chip>}
            </div>
            {row.remark !== null && (
              <p className="wrap-anywhere">
                <bdi>{row.remark}</bdi>
              </p>
            )}
            <p className="text-12 text-fg3">
              <span className="font-mono">{row.lang}</span> · {t('version', { version: row.version })} ·{' '}
              <When ms={row.at} />
            </p>
          </li>
        ))}
      </ul>
      {total > data.length && (
        <div className="p-3">
          <Button variant="secondary" onClick={() => more?.()}>
            {common('table.more', { count: Math.min(maxRows, total - data.length) })}
          </Button>
        </div>
      )}
    </Card>
  )
}
