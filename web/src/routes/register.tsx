import { getRouteApi, Navigate } from '@tanstack/react-router'
import { useState } from 'react'
import { RegisterScreen } from '../features/auth/register-screen.tsx'
import { safeBack } from '../lib/back.ts'
import { currentSession } from '../lib/session.ts'

const route = getRouteApi('/pass/register')

export function Register() {
  const { back, ref } = route.useSearch()
  // Decided once: after the registration its last step still stands here.
  const [signedIn] = useState(() => currentSession() !== undefined)
  return signedIn ? <Navigate to={safeBack(back)} replace /> : <RegisterScreen back={back} inviteCode={ref} />
}
