import { Link, useLocation } from '@evenhand/ui/router.ts'
import { useTranslations } from 'use-intl'
import { lazyPart } from '../lib/lazy-part.tsx'
import { useSession } from '../lib/session.ts'
import { readStored } from '../lib/storage.ts'
import { loadTexts } from '../lib/texts.ts'
import { useChrome } from './chrome.ts'

const UnreadMark = lazyPart(async () => {
  const [part] = await Promise.all([import('../features/chat/unread-mark.tsx'), loadTexts('chat')])
  return part.UnreadMark
})

/** The way to customer service, on every screen but its own; chat-button.css places it on each. */
export function ChatButton() {
  const label = useTranslations('common')('chat')
  const { top, width } = useChrome()
  const { pathname } = useLocation()
  // A visitor without a conversation needs no code of one.
  const who = useSession()?.token ?? readStored('chatGuest')
  return (
    <aside aria-label={label} className="chat-button" data-place={width ?? top}>
      <Link to="/customerservice" search={{ from: pathname }} aria-label={label} title={label} />
      {who && top !== 'chat' && <UnreadMark key={who} />}
    </aside>
  )
}
