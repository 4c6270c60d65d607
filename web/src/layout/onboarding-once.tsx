import { useLocation } from '@evenhand/ui/router.ts'
import { useEffect, useState } from 'react'
import { lazyPart } from '../lib/lazy-part.tsx'
import { useSession } from '../lib/session.ts'
import { useSuggestedLanguage } from '../lib/settings.ts'
import { readStored, writeStored } from '../lib/storage.ts'
import { loadTexts } from '../lib/texts.ts'

const Onboarding = lazyPart(async () => {
  const [part] = await Promise.all([import('./onboarding.tsx'), loadTexts('onboarding')])
  return part.Onboarding
})
const key = 'onboarding'

/**
 * Shows the board to a visitor on a phone, once a session, after the first paint and on the home page alone: a visitor who came
 * by a link to another page came for that. A visitor who is offered another language answers that first, and reads the board
 * in it.
 */
export function OnboardingOnce({ mobile }: { mobile: boolean }) {
  const [due, setDue] = useState(false)
  const here = useLocation().pathname === '/'
  const visitor = useSession() === undefined
  const hasLanguage = useSuggestedLanguage() === undefined
  useEffect(() => {
    if (!mobile || !here || !visitor || !hasLanguage || readStored(key, 'session') === '1') return undefined
    const timer = setTimeout(() => setDue(true), 600)
    return () => clearTimeout(timer)
  }, [mobile, here, visitor, hasLanguage])
  if (!due) return null
  const done = () => {
    writeStored(key, '1', 'session')
    setDue(false)
  }
  return <Onboarding onDone={done} />
}
