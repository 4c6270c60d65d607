import './styles.css'
import { langValues } from '@evenhand/protocol/languages.ts'
import { IconButton } from '@evenhand/ui/button.tsx'
import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { IntlProvider, useTranslations, type Messages } from 'use-intl'
import { ChatPanel } from './features/chat/chat-panel.tsx'
import { LanguageButton } from './layout/language-button.tsx'
import { ProblemToasts } from './layout/problem-toasts.tsx'
import { SandboxRibbon } from './layout/sandbox-ribbon.tsx'
import { followOtherTabs } from './lib/session.ts'
import { currentLang, langStore, languageOf } from './lib/settings.ts'
import { loadTexts, switchTexts, useLoadedTexts } from './lib/texts.ts'

/** Customer service in a window of its own: nothing of the app but the conversation. */
function Service() {
  const { lang, messages } = useLoadedTexts()
  return (
    <IntlProvider locale={languageOf(lang).tag} messages={messages as Messages}>
      <Window />
    </IntlProvider>
  )
}

function Window() {
  const t = useTranslations('chat')
  const common = useTranslations('common')
  const title = t('title')
  useEffect(() => void (document.title = `${title} · Evenhand`), [title])
  // Opened by our page it is closed; opened by its address it leads to the app.
  const back = () => (opener === null ? location.assign('/') : close())
  return (
    <main className="mx-auto max-w-180">
      <SandboxRibbon />
      <ChatPanel
        alone
        action={
          <>
            <LanguageButton />
            <IconButton icon="close" label={opener === null ? common('nav.home') : common('close')} onClick={back} />
          </>
        }
      />
      <ProblemToasts />
    </main>
  )
}

const requested = new URLSearchParams(location.search).get('lang')
langStore.set(langValues.find((value) => value === requested) ?? currentLang())
followOtherTabs()
await switchTexts(currentLang())
await loadTexts('common', 'chat', 'codes')
const page = document.getElementById('root')
if (page) createRoot(page).render(<Service />)
