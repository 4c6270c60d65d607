import { lazyPart } from '../lib/lazy-part.tsx'
import { useRiseQuestionEnded, useSuggestedLanguage } from '../lib/settings.ts'

const FirstVisitLine = lazyPart(async () => (await import('./first-visit-line.tsx')).FirstVisitLine)

/**
 * The line of a first visit. Its room is there before any script, by the marks that the page's first script sets: the
 * question about a language everywhere, the one about colours on a desktop, since a phone's board asks it.
 */
export function FirstVisit({ mobile }: { mobile: boolean }) {
  const suggested = useSuggestedLanguage()?.value
  const showsRiseQuestion = !useRiseQuestionEnded() && !mobile
  return (
    <div className="first-visit h-11 border-b border-line bg-sunken">
      {(suggested !== undefined || showsRiseQuestion) && <FirstVisitLine suggested={suggested} />}
    </div>
  )
}
