import { maxWatchlists } from '@evenhand/protocol/watchlist-limits.ts'
import { Button, IconButton } from '@evenhand/ui/button.tsx'
import { ChoiceChip } from '@evenhand/ui/chip.tsx'
import { Banner } from '@evenhand/ui/states.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { Fragment, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Dot } from '../../../lib/dot.tsx'
import { useLayout } from '../../../lib/settings.ts'
import { NameDialog } from './name-dialog.tsx'
import { useListName } from './use-list-name.ts'
import { useWatch } from './use-watch.ts'
import { forgetLeft, openList } from './watch-store.ts'

type ChoiceProps = { listId: string; onList: (listId: string) => void }
type HeadProps = ChoiceProps & { editing: boolean; onEdit: (editing: boolean) => void }

/** Which list is shown, another one, and the way to arrange it. */
export function WatchHead({ listId, onList, editing, onEdit }: HeadProps) {
  const t = useTranslations('watchlist')
  const market = useTranslations('market')
  const { lists, owner } = useWatch()
  const empty = !lists.some(({ id, codes }) => id === listId && codes.length > 0)
  return (
    <div className="flex flex-col gap-2 border-b border-line px-4 py-3 desktop:px-5">
      <LeftOut />
      <div className="flex items-center justify-between gap-3">
        {owner === 'guest' ? (
          <p className="text-13 text-fg3">{t.rich('guest', { login: loginLink })}</p>
        ) : (
          <ListChips listId={listId} onList={onList} />
        )}
        <div className="flex shrink-0 gap-2">
          {owner === 'customer' && <NewList onList={onList} />}
          <Button
            size="small"
            variant="secondary"
            aria-pressed={editing}
            disabled={!editing && empty && owner === 'guest'}
            onClick={() => onEdit(!editing)}
          >
            {editing ? market('watch.done') : t('edit')}
          </Button>
        </div>
      </div>
    </div>
  )
}

const loginLink = (text: ReactNode) => (
  <Link to="/pass/login" search={{ back: '/market?type=watch' }} className="text-accent-text underline">
    {text}
  </Link>
)

function ListChips({ listId, onList }: ChoiceProps) {
  const t = useTranslations('watchlist')
  const { lists } = useWatch()
  const nameOf = useListName()
  return (
    <div
      role="group"
      aria-label={t('lists')}
      className="flex min-w-0 gap-2 overflow-x-auto p-0.5 [scrollbar-width:thin]"
    >
      {lists.map((list) => (
        <ChoiceChip
          key={list.id}
          chosen={list.id === listId}
          onChoose={() => onList(list.id)}
          className="max-w-48 shrink-0 truncate"
        >
          <span dir="auto">{nameOf(list)}</span>
        </ChoiceChip>
      ))}
    </div>
  )
}

function NewList({ onList }: Pick<ChoiceProps, 'onList'>) {
  const t = useTranslations('watchlist')
  const { lists, ready } = useWatch()
  const [naming, setNaming] = useState(false)
  const mobile = useLayout() === 'mobile'
  const full = !ready || lists.length >= maxWatchlists
  return (
    <>
      {mobile ? (
        <IconButton icon="plus" label={t('new')} disabled={full} onClick={() => setNaming(true)} />
      ) : (
        <Button size="small" variant="secondary" disabled={full} onClick={() => setNaming(true)}>
          {t('new')}
        </Button>
      )}
      {naming && (
        <NameDialog
          title={t('new')}
          name=""
          onName={async (name) => onList(await openList(name))}
          onClose={() => setNaming(false)}
        />
      )}
    </>
  )
}

/** What did not fit when the visitor's list joined the customer's, by name, until it was read. */
function LeftOut() {
  const t = useTranslations('watchlist')
  const { left } = useWatch()
  if (left.length === 0) return null
  return (
    <Banner
      action={
        <Button size="small" variant="secondary" onClick={forgetLeft}>
          {t('understood')}
        </Button>
      }
    >
      {t('left', { count: left.length })}{' '}
      <bdi dir="ltr">
        {left.map((code, at) => (
          <Fragment key={code}>
            {at > 0 && <Dot />}
            {code}
          </Fragment>
        ))}
      </bdi>
    </Banner>
  )
}
