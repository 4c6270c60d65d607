import { toast, ToastRegion } from '@evenhand/ui/toast.tsx'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { lazyPart } from '../lib/lazy-part.tsx'
import { isRefused, pageMissing, type Refused } from '../lib/problem.ts'
import { useProblemText } from '../lib/problem-text.ts'
import { onProblem } from '../lib/report-problem.ts'
import { loadTexts } from '../lib/texts.ts'

const RealAccountSheet = lazyPart(async () => {
  const [part] = await Promise.all([import('./real-account-sheet.tsx'), loadTexts('profile')])
  return part.RealAccountSheet
})
const IdentitySheet = lazyPart(async () => {
  const [part] = await Promise.all([import('./identity-sheet.tsx'), loadTexts('identity')])
  return part.IdentitySheet
})

/**
 * Shows every problem that no screen shows by itself; what needs the real account is a sheet that offers the switch, and
 * what needs a verified identity one that leads there.
 */
export function ProblemToasts() {
  const t = useTranslations('common')
  const [waiting, setWaiting] = useState<readonly unknown[]>([])
  // Undefined until it is needed first: its code comes then, and it stays to give the focus back.
  const [needsReal, setNeedsReal] = useState<boolean>()
  const [unverified, setUnverified] = useState<{ refused: Refused; open: boolean }>()
  useEffect(
    () =>
      onProblem((problem) => {
        if (isRefused(problem, 'realAccountNeeded')) setNeedsReal(true)
        else if (isRefused(problem, 'notVerifiedYet', 'verificationNotValid'))
          setUnverified({ refused: problem, open: true })
        else
          void loadTexts(problem === pageMissing ? 'home' : 'codes').finally(() =>
            setWaiting((before) => [...before, problem]),
          )
      }),
    [],
  )
  return (
    <>
      {waiting.length > 0 && <ProblemToast problems={waiting} onShown={() => setWaiting([])} />}
      {needsReal !== undefined && <RealAccountSheet open={needsReal} onClose={() => setNeedsReal(false)} />}
      {unverified && <IdentitySheet {...unverified} onClose={() => setUnverified({ ...unverified, open: false })} />}
      <ToastRegion closeLabel={t('close')} />
    </>
  )
}

function ProblemToast({ problems, onShown }: { problems: readonly unknown[]; onShown: () => void }) {
  const text = useProblemText()
  useEffect(() => {
    for (const problem of problems) toast(text(problem), problem === pageMissing ? 'info' : 'danger')
    onShown()
  })
  return null
}
