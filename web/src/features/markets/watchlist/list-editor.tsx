import type { MarketItem } from '@evenhand/protocol/markets.ts'
import { Button, IconButton } from '@evenhand/ui/button.tsx'
import { Dialog } from '@evenhand/ui/dialog.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { EditRow } from './edit-row.tsx'
import { NameDialog } from './name-dialog.tsx'
import { useDragOrder } from './use-drag-order.ts'
import { useListName } from './use-list-name.ts'
import { useWatch } from './use-watch.ts'
import { listOf, moved } from './watch-lists.ts'
import { change } from './watch-store.ts'

type EditorProps = { listId: string; items: ReadonlyMap<string, MarketItem>; onGone: () => void }

/** Arranges a list: by dragging, or step by step with buttons; names it, deletes it. Each step holds at once. */
export function ListEditor({ listId, items, onGone }: EditorProps) {
  const t = useTranslations('watchlist')
  const { lists } = useWatch()
  const list = listOf(lists, listId)
  const [announced, announce] = useState('')
  const codes = list?.codes ?? []
  const move = (from: number, to: number) => {
    if (to < 0 || to >= codes.length || from === to) return
    change({ kind: 'order', listId, codes: moved(codes, from, to) })
    announce(t('moved', { code: codes[from] ?? '', place: to + 1, count: codes.length }))
  }
  const drag = useDragOrder({ count: codes.length, onMove: move })
  const shown = drag.from === undefined ? codes : moved(codes, drag.from, drag.to)
  if (!list) return null
  return (
    <div className="px-4 pb-4 desktop:px-5">
      <EditorTools list={list} isFirst={list === lists[0]} onGone={onGone} />
      <ol ref={drag.ref} aria-label={t('order')} className="select-none">
        {shown.map((code, at) => (
          <EditRow
            key={code}
            code={code}
            item={items.get(code)}
            position={{ at, count: codes.length }}
            dragged={drag.from !== undefined && at === drag.to}
            onGrip={(event) => drag.begin(event, at)}
            onMove={(to) => move(at, to)}
            onRemove={() => {
              change({ kind: 'remove', listId, code })
              announce(t('removed', { code }))
            }}
          />
        ))}
      </ol>
      <p role="status" className="sr-only">
        {announced}
      </p>
    </div>
  )
}

type ToolsProps = { list: { id: string; name: string }; isFirst: boolean; onGone: () => void }

function EditorTools({ list, isFirst, onGone }: ToolsProps) {
  const t = useTranslations('watchlist')
  const { owner } = useWatch()
  const nameOf = useListName()
  const [confirming, setConfirming] = useState<'name' | 'delete'>()
  if (owner === 'guest' || list.id === '') return null
  const close = () => setConfirming(undefined)
  return (
    <div className="flex items-center gap-2 py-2">
      <p dir="auto" className="min-w-0 grow truncate text-16 font-600">
        {nameOf(list)}
      </p>
      <IconButton icon="edit" label={t('rename')} onClick={() => setConfirming('name')} />
      {!isFirst && <IconButton icon="trash" label={t('delete')} onClick={() => setConfirming('delete')} />}
      {confirming === 'name' && (
        <NameDialog
          title={t('rename')}
          name={list.name}
          onName={(name) => change({ kind: 'rename', listId: list.id, name })}
          onClose={close}
        />
      )}
      <DeleteDialog
        open={confirming === 'delete'}
        name={nameOf(list)}
        onClose={close}
        onDelete={() => {
          change({ kind: 'delete', listId: list.id })
          close()
          onGone()
        }}
      />
    </div>
  )
}

type DeleteProps = { open: boolean; name: string; onDelete: () => void; onClose: () => void }

function DeleteDialog({ open, name, onDelete, onClose }: DeleteProps) {
  const t = useTranslations('watchlist')
  const common = useTranslations('common')
  return (
    <Dialog open={open} title={t('delete')} closeLabel={common('close')} onClose={onClose}>
      <p className="mb-4">{t('askDelete', { name })}</p>
      <div className="flex gap-3">
        <Button variant="secondary" className="grow" onClick={onClose}>
          {common('cancel')}
        </Button>
        <Button variant="danger" className="grow" onClick={onDelete}>
          {t('delete')}
        </Button>
      </div>
    </Dialog>
  )
}
