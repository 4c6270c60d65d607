import { Link } from '@evenhand/ui/router.ts'
import { useTranslations } from 'use-intl'
import { useChrome } from './chrome.ts'

/** The way to customer service, on every screen but its own; chat-button.css says where it stands on which. */
export function ChatButton() {
  const label = useTranslations('common')('chat')
  const { top, width } = useChrome()
  return (
    <aside aria-label={label} className="chat-button" data-place={width ?? top}>
      <Link to="/customerservice" aria-label={label} title={label} />
    </aside>
  )
}
