import { getRouteApi, Navigate } from '@tanstack/react-router'
import { useState } from 'react'
import { LoginScreen } from '../features/auth/login-screen.tsx'
import { safeBack } from '../lib/back.ts'
import { currentSession } from '../lib/session.ts'

const route = getRouteApi('/pass/login')

export function Login() {
  const { back } = route.useSearch()
  // Decided once: the form itself goes on after it has signed somebody in.
  const [signedIn] = useState(() => currentSession() !== undefined)
  return signedIn ? <Navigate to={safeBack(back)} replace /> : <LoginScreen back={back} />
}
