import { cx } from '@evenhand/ui/cx.ts'
import { Icon } from '@evenhand/ui/icon.tsx'
import { memo, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { lazyWithRetry } from '../../../lib/lazy-with-retry.ts'
import { useSeveral, useWatched } from './use-watch.ts'
import { keeper } from './watch-keeper.ts'
import { watchView } from './watch-view.ts'

const ListChoice = lazyWithRetry(async () => ({ default: (await import('./list-choice.tsx')).ListChoice }))

/**
 * Watches an instrument or stops watching it. A customer with several lists is asked in which; `listId` is the list that
 * is on the screen, where one is. Needs the texts `market`.
 */
export const Star = memo(function Star({
  code,
  listId,
  className,
}: {
  code: string
  listId?: string
  className?: string
}) {
  const t = useTranslations('market')
  const on = useWatched(code)
  const requests = useSeveral() && listId === undefined
  const [choosing, setChoosing] = useState(false)
  const press = () => {
    if (requests) return setChoosing(true)
    void keeper().then(({ change }) => {
      const { lists } = watchView.get()
      const shown = listId ?? lists[0]?.id ?? ''
      const here = lists.find(({ id }) => id === shown)?.codes.includes(code) ?? false
      change({ kind: here ? 'remove' : 'add', listId: shown, code })
    })
  }
  return (
    <>
      <button
        type="button"
        aria-pressed={on}
        aria-haspopup={requests ? 'dialog' : undefined}
        aria-label={t('watch.star', { code })}
        title={t(on ? 'watch.on' : 'watch.off')}
        onClick={press}
        className={cx(
          'relative z-1 inline-flex size-11 shrink-0 items-center justify-center rounded-control hover:text-accent-text desktop:size-9',
          on ? 'text-accent-text' : 'text-fg3',
          className,
        )}
      >
        <Icon name="star" size={18} className={on ? 'fill-current' : ''} />
      </button>
      {choosing && (
        <Suspense>
          <ListChoice code={code} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </>
  )
})
