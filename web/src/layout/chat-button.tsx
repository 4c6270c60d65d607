import { Link } from '@evenhand/ui/router.ts'
import { useTranslations } from 'use-intl'
import { useChrome } from './chrome.ts'

/** The way to customer service, on every screen but its own; chat-button.css says where it stands on which. */
export function ChatButton() {
  const t = useTranslations('common')
  const { top, width } = useChrome()
  return (
    <Link
      to="/customerservice"
      aria-label={t('chat')}
      title={t('chat')}
      className="chat-button"
      data-place={width ?? top}
    />
  )
}
