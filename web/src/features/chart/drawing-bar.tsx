import { drawingPoints, type DrawingKind } from '@evenhand/protocol/chart.ts'
import { cx } from '@evenhand/ui/cx.ts'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import type { DrawingBoard } from './chart-drawing.ts'
import { ChosenDrawing } from './chosen-drawing.tsx'
import type { EditorState, DrawingEditor } from './drawing-state.ts'
import type { DrawingMessage } from './drawing-keys.ts'
import { openDrawings, type OpenDrawings } from './open-drawings.ts'
import type { KeepingState } from './drawing-keeper.ts'
import { chartFace } from './chart-row.ts'
import type { DrawingKeys } from './use-customer-drawings.ts'

type BarProps = {
  code: string
  board: DrawingBoard
  /** Whose drawings they are; undefined for a guest. */
  owner: string | undefined
  /** Whether the tools are shown; what was drawn is on the chart either way. */
  open: boolean
  /** Called with what drawings make of the chart's keys; undefined when it is gone. */
  onKeys: (keys: DrawingKeys | undefined) => void
  timeOf: (ts: number) => string
  onAnnounce: (text: string) => void
}

/** A customer's own drawings on the chart, and the tools for them. Loaded when there is something drawn or to draw. */
export function DrawingBar({ code, board, owner, open, onKeys, timeOf, onAnnounce }: BarProps) {
  const t = useTranslations('chart')
  const [drawings, setDrawings] = useState<OpenDrawings>()
  const [kept, setKept] = useState<KeepingState>('loading')
  const latest = useRef((_message: DrawingMessage) => {})
  latest.current = (message) => {
    const at =
      'point' in message ? { time: timeOf(message.point.ts), price: message.point.price } : { time: '', price: '' }
    onAnnounce(t(`draw.said.${message.what}`, at))
  }
  useEffect(() => {
    const opened = openDrawings({ code, board, owner, onState: setKept })
    setDrawings(opened)
    onKeys((event) => {
      const message = opened.key(event)
      if (message) latest.current(message)
      return message !== undefined
    })
    return () => {
      onKeys(undefined)
      opened.stop()
    }
    // oxlint-disable-next-line react/exhaustive-deps -- the callback belongs to the panel, which outlives its chart
  }, [code, board, owner])
  if (!drawings) return null
  const { editor } = drawings
  return open ? (
    <Tools {...{ editor, board, kept, owner, onAnnounce }} />
  ) : (
    <ChosenDrawing editor={editor} onAnnounce={onAnnounce} />
  )
}

type ToolsProps = Pick<BarProps, 'board' | 'owner' | 'onAnnounce'> & { editor: DrawingEditor; kept: KeepingState }

function Tools({ editor, board, kept, owner, onAnnounce }: ToolsProps) {
  const t = useTranslations('chart')
  const state = useSyncExternalStore(editor.subscribe, editor.get)
  const toChart = () => board.element.closest<HTMLElement>('[role=application]')?.focus({ preventScroll: true })
  const choose = (kind: DrawingKind) => {
    editor.choose(state.tool === kind ? undefined : kind)
    toChart()
  }
  const name = t('draw.label')
  const full = editor.isFull()
  return (
    <div role="group" aria-label={name} className="flex flex-col border-t border-line">
      <div className="flex items-center gap-0.5 overflow-x-auto px-3 py-1 [scrollbar-width:none] desktop:px-4">
        {(Object.keys(drawingPoints) as DrawingKind[]).map((kind) => (
          <button
            key={kind}
            type="button"
            aria-pressed={state.tool === kind}
            disabled={full}
            onClick={() => choose(kind)}
            className={cx(chartFace(state.tool === kind), 'disabled:opacity-55')}
          >
            {t(`draw.${kind}`)}
          </button>
        ))}
        <Line />
        <Approval
          disabled={state.selected === undefined}
          onPress={() => {
            if (editor.remove()) onAnnounce(t('draw.said.deleted'))
            toChart()
          }}
          text={t('draw.delete')}
        />
        <Approval
          disabled={state.deleted.length === 0}
          onPress={() => {
            if (editor.undo()) onAnnounce(t('draw.said.undone'))
            toChart()
          }}
          text={t('draw.undo')}
        />
        <Line />
        {state.drawings.map((drawing, at) => (
          <button
            key={drawing.id}
            type="button"
            aria-pressed={state.selected === drawing.id}
            onClick={() => {
              editor.select(state.selected === drawing.id ? undefined : drawing.id)
              toChart()
            }}
            className={chartFace(state.selected === drawing.id)}
          >
            {t('draw.item', { kind: t(`draw.${drawing.kind}`), no: at + 1 })}
          </button>
        ))}
      </div>
      <Hint state={state} full={full} kept={owner === undefined ? 'guest' : kept} />
    </div>
  )
}

/** What to do next; else where the drawings are kept. */
function Hint({ state, full, kept }: { state: EditorState; full: boolean; kept: KeepingState | 'guest' }) {
  const t = useTranslations('chart')
  const { tool, placed, selected } = state
  const doing =
    tool !== undefined ? (placed.length > 0 ? 'second' : 'first') : selected !== undefined ? 'edit' : undefined
  return (
    <p className="px-4 pb-1.5 text-12 text-fg3">
      {doing ? t(`draw.${doing}`) : full ? t('draw.full') : t(`draw.kept.${kept}`)}
    </p>
  )
}

function Approval({ disabled = false, onPress, text }: { disabled?: boolean; onPress: () => void; text: string }) {
  return (
    <button type="button" disabled={disabled} onClick={onPress} className={cx(chartFace(false), 'disabled:opacity-55')}>
      {text}
    </button>
  )
}

const Line = () => <span aria-hidden="true" className="mx-1.5 h-5 w-px shrink-0 bg-line" />
