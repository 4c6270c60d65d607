import type { OperatorRoute } from '@evenhand/protocol/operator-route.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { useState, type ReactNode } from 'react'
import { useMay } from '../lib/session.ts'

type RequestButton = { button: ReactNode; isOpen: boolean; close: () => void }

/** The button that begins a request, for those who may make the call, and whether its form stands open. */
export function useRequestButton(route: Pick<OperatorRoute, 'method' | 'path'>, label: string): RequestButton {
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  return {
    button: may(route) && <Button onClick={() => setOpen(true)}>{label}</Button>,
    isOpen,
    close: () => setOpen(false),
  }
}
