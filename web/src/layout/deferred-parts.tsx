import { useEffect, useState } from 'react'
import { lazyPart } from '../lib/lazy-part.tsx'
import { useSession } from '../lib/session.ts'
import { useLang } from '../lib/settings.ts'
import { loadTexts } from '../lib/texts.ts'
import { ChatButton } from './chat-button.tsx'
import { ProblemToasts } from './problem-toasts.tsx'

const Announcements = lazyPart(async () => {
  const [part] = await Promise.all([import('../features/content/announcements.tsx'), loadTexts('help', 'content')])
  return part.Announcements
})

/** What every screen has and no first paint needs; one file, which comes when the page has become quiet. */
export const DeferredParts = () => (
  <>
    <ChatButton />
    <ProblemToasts />
    <Announced />
  </>
)

/** What is announced now as a pop-up or in the bar: nothing on most days, so its code comes where there is something. */
function Announced() {
  const token = useSession()?.token
  const lang = useLang()
  const [found, setFound] = useState(false)
  useEffect(() => {
    // Read as text: the shapes of the response come with the part that shows it.
    const headers = { lang, ...(token && { Authorization: token }) }
    fetch('/swx/customer/notice/current', { headers })
      .then((response) => response.text())
      .then((text) => setFound(text.includes('"hash"')))
      .catch(() => {})
  }, [token, lang])
  return found ? <Announcements /> : null
}
