import { chatQueue, chatViews, type ChatView, type QueuedChat } from '@evenhand/protocol/chats-console.ts'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { usePage } from '../../lib/use-page.ts'
import { FilterSelect } from '../../queue/filter-select.tsx'
import { QueueScreen, type TableSearch } from '../../queue/queue-screen.tsx'
import { countColumn, dueColumn, whenColumn, wordColumn } from '../../table/column-kinds.tsx'
import type { Column } from '../../table/columns.ts'
import { ChatCase } from './chat-case.tsx'
import { ChatStatusChip, languageName } from './chat-words.tsx'
import { promisedMs } from './use-chat.ts'

export type ChatSearch = TableSearch & { view?: ChatView | undefined }

function useColumns(): readonly Column<QueuedChat>[] {
  const t = useTranslations('chats')
  return useMemo(
    () => [
      wordColumn(
        { id: 'customer', title: t('column.customer'), width: 10, min: 8, keep: true, card: 'title' },
        (row) => row.username ?? t('guest'),
      ),
      wordColumn(
        { id: 'status', title: t('column.status'), width: 12, keep: true, card: 'aside' },
        (row) => row.status,
        (row) => <ChatStatusChip status={row.status} />,
      ),
      dueColumn({ id: 'waits', title: t('column.waits'), width: 12, card: 'line' }, (row) =>
        row.waitingSince === null ? undefined : row.waitingSince + promisedMs,
      ),
      wordColumn({ id: 'lang', title: t('column.lang'), width: 8, keep: true, card: 'line' }, (row) =>
        languageName(row.lang),
      ),
      wordColumn({ id: 'topic', title: t('column.topic'), width: 9 }, (row) =>
        row.topic === null ? '—' : t(`topic.${row.topic}`),
      ),
      countColumn({ id: 'unread', title: t('column.unread'), width: 6, card: 'line' }, (row) => row.unread),
      wordColumn({ id: 'assignedTo', title: t('column.agent'), width: 10 }, (row) => row.assignedTo ?? '—'),
      whenColumn({ id: 'changedAt', title: t('column.changedAt'), width: 10 }, (row) => row.changedAt),
    ],
    [t],
  )
}

type ChatsProps = { search: ChatSearch; onSearch: (change: ChatSearch) => void }

/** Conversations, those that wait longest on top, and the open one beside them. */
export function ChatQueue({ search, onSearch }: ChatsProps) {
  const t = useTranslations('chats')
  const columns = useColumns()
  const rows = usePage(chatQueue, search.view === undefined ? {} : { view: search.view })
  return (
    <QueueScreen
      label={t('title')}
      rows={rows}
      columns={columns}
      idOf={({ id }) => id}
      search={search}
      onSearch={onSearch}
      empty={search.view === undefined ? t('emptyWaiting') : t('empty')}
      filters={
        <FilterSelect
          label={t('column.view')}
          usual="WAITING"
          others={chatViews.filter((view) => view !== 'WAITING')}
          value={search.view}
          word={(value) =>
            value === 'WAITING' || value === 'MINE' || value === 'ALL' ? t(`view.${value}`) : t(`status.${value}`)
          }
          onChoose={(chosen) => onSearch({ view: chosen, id: undefined })}
        />
      }
      Case={ChatCase}
      wide
    />
  )
}
