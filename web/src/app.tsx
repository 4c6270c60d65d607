import { RouterProvider } from '@tanstack/react-router'
import { IntlProvider, type Messages } from 'use-intl'
import { languageOf } from './lib/settings.ts'
import { useLoadedTexts } from './lib/texts.ts'
import { router } from './routes.tsx'

const ignore = () => {}

/** Texts and the router around every screen. */
export function App() {
  const { lang, messages } = useLoadedTexts()
  return (
    <IntlProvider
      locale={languageOf(lang).tag}
      messages={messages as Messages}
      timeZone={Intl.DateTimeFormat().resolvedOptions().timeZone}
      onError={import.meta.env.DEV ? console.error : ignore}
    >
      <RouterProvider router={router} />
    </IntlProvider>
  )
}
