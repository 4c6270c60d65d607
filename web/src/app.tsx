import { RouterProvider } from '@evenhand/ui/router.ts'
import { IntlProvider, type Messages } from 'use-intl'
import { ScreensContext } from './lib/feature.ts'
import { languageOf } from './lib/settings.ts'
import { useLoadedTexts } from './lib/texts.ts'
import { router, screens } from './routes.tsx'

const ignore = () => {}

/** Texts and the router around every screen. */
export function App() {
  const { lang, messages } = useLoadedTexts()
  return (
    <IntlProvider
      locale={languageOf(lang).tag}
      messages={messages as Messages}
      onError={import.meta.env.DEV ? console.error : ignore}
    >
      <ScreensContext value={screens}>
        <RouterProvider router={router} />
      </ScreensContext>
    </IntlProvider>
  )
}
