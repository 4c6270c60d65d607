import { noticeCategories } from '@evenhand/protocol/notices.ts'
import { Tabs } from '@evenhand/ui/tabs.tsx'
import { useTranslations } from 'use-intl'
import type { ScreenProps } from '../../lib/feature.ts'
import { NoticePanel } from './notice-panel.tsx'
import { PreferenceTable } from './preference-table.tsx'
import { PushCard } from './push/push-card.tsx'
import { QuietHours } from './quiet-hours.tsx'

type NoticesSearch = {
  view?: string | undefined
  cat?: string | undefined
  unread?: string | undefined
  open?: string | undefined
}

/** The customer's notices, and the channels they chose; the address keeps which, and the filter. */
export function NoticesScreen({ search, onSearch }: ScreenProps<NoticesSearch>) {
  const t = useTranslations('notices')
  const view = search.view === 'settings' ? 'settings' : 'list'
  const filter = { cat: noticeCategories.find((one) => one === search.cat), unread: search.unread === '1' }
  return (
    <>
      <Tabs
        label={t('title')}
        variant="underline"
        items={(['list', 'settings'] as const).map((value) => ({ value, label: t(`view.${value}`) }))}
        value={view}
        onChange={(value) => onSearch({ view: value === 'settings' ? value : undefined })}
        panelId="notices-view"
      />
      <div id="notices-view" role="tabpanel" aria-label={t(`view.${view}`)} className="flex flex-col gap-4">
        {view === 'settings' ? (
          <>
            <PushCard />
            <PreferenceTable />
            <QuietHours />
          </>
        ) : (
          <NoticePanel
            filter={filter}
            open={search.open}
            onFilter={({ cat, unread }) => onSearch({ cat, unread: unread ? '1' : undefined })}
          />
        )}
      </div>
    </>
  )
}
