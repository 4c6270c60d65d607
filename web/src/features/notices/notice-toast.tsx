import type { Notification } from '@evenhand/protocol/notices.ts'
import { toast } from '@evenhand/ui/toast.tsx'
import { useEffect, useRef } from 'react'
import { useNoticeText } from './notice-text.ts'

/** Shows each notice once. */
export function NoticeToast({ notice }: { notice: Notification }) {
  const { title } = useNoticeText()(notice)
  const shown = useRef('')
  useEffect(() => {
    if (shown.current === notice.id) return
    shown.current = notice.id
    toast(title)
  }, [notice.id, title])
  return null
}
