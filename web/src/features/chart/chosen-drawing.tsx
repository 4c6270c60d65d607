import { Button } from '@evenhand/ui/button.tsx'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import type { DrawingEditor } from './drawing-state.ts'

const undoMs = 6000

/** While the tools are closed: deletes what is chosen on the chart, and for a moment takes that back. */
export function ChosenDrawing({ editor, onAnnounce }: { editor: DrawingEditor; onAnnounce: (text: string) => void }) {
  const t = useTranslations('chart')
  const { selected } = useSyncExternalStore(editor.subscribe, editor.get)
  const [isGone, setGone] = useState(false)
  useEffect(() => {
    if (!isGone) return undefined
    const timer = setTimeout(() => setGone(false), undoMs)
    return () => clearTimeout(timer)
  }, [isGone])
  if (selected === undefined && !isGone) return null
  const remove = () => {
    if (!editor.remove()) return
    setGone(true)
    onAnnounce(t('draw.said.deleted'))
  }
  const undo = () => {
    setGone(false)
    if (editor.undo()) onAnnounce(t('draw.said.undone'))
  }
  return (
    // Over the chart, which is never mirrored, and clear of its prices.
    <div dir="ltr" className="relative z-2 h-0">
      <div className="absolute end-24 top-8">
        <Button variant="secondary" size="small" onClick={selected === undefined ? undo : remove}>
          {t(selected === undefined ? 'draw.undo' : 'draw.delete')}
        </Button>
      </div>
    </div>
  )
}
