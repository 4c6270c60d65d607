import { noticeCategories } from '@evenhand/protocol/notices.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { ChoiceChip } from '@evenhand/ui/chip.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { Select } from '@evenhand/ui/select.tsx'
import { useTranslations } from 'use-intl'
import { useUnread } from '../../feed/session-connection.ts'
import { NoticeList } from './notice-list.tsx'
import { useMarkRead, useNotices, type NoticeFilter } from './notices-query.ts'

type PanelProps = {
  filter: NoticeFilter
  /** The notice that a pressed message was of. */
  open: string | undefined
  onFilter: (filter: NoticeFilter) => void
}

/** The list with what chooses from it, and the way to mark everything as read. */
export function NoticePanel({ filter, open, onFilter }: PanelProps) {
  const t = useTranslations('notices')
  const unread = useUnread()
  const list = useNotices(filter)
  const { mutate, isPending } = useMarkRead()
  const filtered = filter.unread || filter.cat !== undefined
  const newest = list.notices[0]?.id
  // What comes while the button is pressed was not seen and stays unread; a filter hides what else is meant.
  const markAll = () => mutate(filtered || newest === undefined ? { all: true } : { all: true, upTo: newest })
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <Select
          bare
          label={t('filter')}
          value={filter.cat ?? ''}
          onChange={({ target }) => onFilter({ ...filter, cat: noticeCategories.find((one) => one === target.value) })}
          options={[
            { value: '', label: t('everyCategory') },
            ...noticeCategories.map((value) => ({ value, label: t(`category.${value}`) })),
          ]}
          className="min-w-40 mobile:grow"
        />
        <ChoiceChip chosen={filter.unread} onChoose={() => onFilter({ ...filter, unread: !filter.unread })}>
          {t('unreadOnly')}
        </ChoiceChip>
        <Button
          variant="quiet"
          className="ms-auto mobile:ms-0 mobile:w-full"
          // Its own press leaves nothing to mark: a disabled button would lose the focus.
          aria-disabled={unread === 0 || undefined}
          busy={isPending}
          onClick={unread === 0 ? undefined : markAll}
        >
          <Icon name="check" size={18} />
          {t('markAll')}
        </Button>
      </div>
      <NoticeList list={list} filter={filter} open={open} onClear={() => onFilter({ cat: undefined, unread: false })} />
    </>
  )
}
