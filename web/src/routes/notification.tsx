import { noticeCategories } from '@evenhand/protocol/notices.ts'
import { Tabs } from '@evenhand/ui/tabs.tsx'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { NoticeDesk } from '../features/notices/notice-desk.tsx'
import { PreferenceTable } from '../features/notices/preference-table.tsx'
import { PushCard } from '../features/notices/push/push-card.tsx'
import { QuietHours } from '../features/notices/quiet-hours.tsx'
import { AccountFrame } from '../features/profile/account-frame.tsx'

const route = getRouteApi('/profile/notification')

/** What the customer was told, and how they want to be told; the address keeps which, and the filter. */
export function Notification() {
  const t = useTranslations('notices')
  const search = route.useSearch()
  const navigate = useNavigate({ from: '/profile/notification' })
  const view = search.view === 'settings' ? 'settings' : 'list'
  const filter = { cat: noticeCategories.find((one) => one === search.cat), unread: search.unread === '1' }
  const change = (part: Partial<typeof search>) =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true })
  return (
    <AccountFrame title={t('title')}>
      <Tabs
        label={t('title')}
        look="underline"
        items={(['list', 'settings'] as const).map((value) => ({ value, label: t(`view.${value}`) }))}
        value={view}
        onChange={(value) => change({ view: value === 'settings' ? value : undefined })}
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
          <NoticeDesk
            filter={filter}
            open={search.open}
            onFilter={({ cat, unread }) => change({ cat, unread: unread ? '1' : undefined })}
          />
        )}
      </div>
    </AccountFrame>
  )
}
