import { getRouteApi } from '@tanstack/react-router'
import { ResetScreen } from '../features/auth/reset-screen.tsx'

const route = getRouteApi('/pass/reset')

export function Reset() {
  const { back } = route.useSearch()
  return <ResetScreen back={back} />
}
