import { useLocation } from '@evenhand/ui/router.ts'
import { useEffect, useState } from 'react'
import { lazyPart } from '../lib/lazy-part.tsx'
import { useSession } from '../lib/session.ts'
import { readStored, writeStored } from '../lib/storage.ts'
import { loadTexts } from '../lib/texts.ts'

const Onboarding = lazyPart(async () => {
  const [part] = await Promise.all([import('./onboarding.tsx'), loadTexts('onboarding')])
  return part.Onboarding
})
const key = 'onboarding'

/**
 * Shows the board to a visitor on a phone, once a session, after the first paint and on the home page alone: a visitor who came
 * by a link to another page came for that.
 */
export function OnboardingOnce({ mobile }: { mobile: boolean }) {
  const [due, setDue] = useState(false)
  const here = useLocation().pathname === '/'
  const visitor = useSession() === undefined
  useEffect(() => {
    if (!mobile || !here || !visitor || readStored(key, 'session') === '1') return undefined
    const timer = setTimeout(() => setDue(true), 600)
    return () => clearTimeout(timer)
  }, [mobile, here, visitor])
  if (!due) return null
  const done = () => {
    writeStored(key, '1', 'session')
    setDue(false)
  }
  return <Onboarding onDone={done} />
}
