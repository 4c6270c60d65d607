import { getRouteApi } from '@tanstack/react-router'
import { FreezeScreen } from '../features/auth/freeze-screen.tsx'
import { UnfreezeScreen } from '../features/auth/unfreeze-screen.tsx'

const route = getRouteApi('/pass/freeze')

export function Freeze() {
  const { token, done } = route.useSearch()
  return <FreezeScreen token={token} done={done === '1'} />
}

export function Unfreeze() {
  return <UnfreezeScreen />
}
