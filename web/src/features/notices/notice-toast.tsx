import type { Notification } from '@evenhand/protocol/notices.ts'
import { toast } from '@evenhand/ui/toast.tsx'
import { useEffect, useRef } from 'react'
import { useNoticeText } from './notice-text.ts'

/** Says each notice once. */
export function NoticeToast({ notice }: { notice: Notification }) {
  const { title } = useNoticeText()(notice)
  const said = useRef('')
  useEffect(() => {
    if (said.current === notice.id) return
    said.current = notice.id
    toast(title)
  }, [notice.id, title])
  return null
}
