import { getRouteApi } from '@tanstack/react-router'
import { CallbackScreen } from '../features/auth/social/callback-screen.tsx'

const google = getRouteApi('/api/loginCallback/google')
const apple = getRouteApi('/api/loginCallback/apple')

export function GoogleCallback() {
  return <CallbackScreen provider="google" returned={google.useSearch()} />
}

export function AppleCallback() {
  return <CallbackScreen provider="apple" returned={apple.useSearch()} />
}
