import { IconButton } from '@evenhand/ui/button.tsx'
import { useTranslations } from 'use-intl'
import { BarTitle } from '../../layout/bar-slot.tsx'
import { currentLang } from '../../lib/settings.ts'
import { ChatPanel } from './chat-panel.tsx'

type ServiceProps = { search: { from?: string | undefined } }

/** Customer service as a screen of the app. */
export function CustomerService({ search: { from } }: ServiceProps) {
  const t = useTranslations('chat')
  return (
    <div className="mx-auto max-w-180 desktop:px-gutter desktop:py-6">
      <BarTitle title={t('title')} hidden />
      <ChatPanel from={from} action={<IconButton icon="external" label={t('window')} onClick={openWindow} />} />
    </div>
  )
}

/** The same conversation in a window of its own, beside whatever the page goes on with. */
const openWindow = () => window.open(`/service.html?lang=${currentLang()}`, 'service', 'popup,width=440,height=760')
