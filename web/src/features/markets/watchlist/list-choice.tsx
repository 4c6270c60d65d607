import { maxWatched } from '@evenhand/protocol/watchlist-limits.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Dialog } from '@evenhand/ui/dialog.tsx'
import { Checkbox } from '@evenhand/ui/field.tsx'
import { useTranslations } from 'use-intl'
import { useListName } from './use-list-name.ts'
import { useWatch } from './use-watch.ts'
import { change } from './watch-store.ts'

/** In which of several lists an instrument stands; each box holds at once. */
export function ListChoice({ code, onClose }: { code: string; onClose: () => void }) {
  const t = useTranslations('market')
  const common = useTranslations('common')
  const { lists } = useWatch()
  const nameOf = useListName()
  return (
    <Dialog open variant="sheet" title={t('watch.inLists', { code })} closeLabel={common('close')} onClose={onClose}>
      <ul>
        {lists.map((list) => {
          const has = list.codes.includes(code)
          return (
            <li key={list.id}>
              <Checkbox
                checked={has}
                disabled={!has && list.codes.length >= maxWatched}
                onChange={() => change({ kind: has ? 'remove' : 'add', listId: list.id, code })}
                label={
                  <span className="flex flex-wrap items-baseline gap-x-2">
                    <span dir="auto" className="break-words">
                      {nameOf(list)}
                    </span>
                    <span className="text-13 text-fg3">
                      {t('watch.filled', { count: list.codes.length, max: maxWatched })}
                    </span>
                  </span>
                }
              />
            </li>
          )
        })}
      </ul>
      <Button className="mt-3 w-full" onClick={onClose}>
        {t('watch.done')}
      </Button>
    </Dialog>
  )
}
