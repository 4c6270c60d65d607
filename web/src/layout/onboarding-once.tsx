import { useEffect, useState } from 'react'
import { lazyPart } from '../lib/lazy-part.tsx'
import { readStored, writeStored } from '../lib/storage.ts'
import type { Chrome } from './chrome.ts'

const Onboarding = lazyPart(async () => (await import('./onboarding.tsx')).Onboarding)
const key = 'onboarding'

/** Shows the board on mobile, once a session, after the first paint, and never over the sign-in screens. */
export function OnboardingOnce({ mobile, top }: { mobile: boolean; top: Chrome['top'] }) {
  const [due, setDue] = useState(false)
  useEffect(() => {
    if (!mobile || top === 'pass' || top === 'none' || readStored(key, 'session') === '1') return undefined
    const timer = setTimeout(() => setDue(true), 600)
    return () => clearTimeout(timer)
  }, [mobile, top])
  if (!due) return null
  const done = () => {
    writeStored(key, '1', 'session')
    setDue(false)
  }
  return <Onboarding onDone={done} />
}
