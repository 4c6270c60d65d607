import type { AccountMode } from '@evenhand/protocol/money.ts'
import type { Notification } from '@evenhand/protocol/notices.ts'
import { useNavigate } from '@evenhand/ui/router.ts'
import { useEffect, useRef, useState } from 'react'
import { useAccountMode } from '../../lib/session.ts'
import { pathOf } from './notice-path.ts'

export type Elsewhere = { readonly mode: AccountMode; readonly href: string }
type Params = { open: string | undefined; notices: readonly Notification[]; onRead: (notice: Notification) => void }

/**
 * Opens the notice that a pressed message was of, once, as soon as it is in the list. What belongs to the account that is
 * not in use is kept until the customer has chosen whether to switch.
 */
export function useOpening({ open, notices, onRead }: Params) {
  const navigate = useNavigate()
  const used = useAccountMode()
  const [elsewhere, setElsewhere] = useState<Elsewhere>()
  const due = useRef(open)
  useEffect(() => {
    const notice = notices.find(({ id }) => id === due.current)
    if (!notice) return
    due.current = undefined
    onRead(notice)
    const { href, mode } = pathOf(notice)
    if (mode === undefined || mode === used) void navigate({ href, replace: true })
    else setElsewhere({ mode, href })
  }, [notices, onRead, navigate, used])
  return { elsewhere, setElsewhere }
}
