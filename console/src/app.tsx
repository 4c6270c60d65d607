import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@evenhand/ui/router.ts'
import { IntlProvider, type Messages } from 'use-intl'
import { FeaturesContext } from './lib/feature.ts'
import { queryClient } from './lib/query-client.ts'
import { languageOf } from './lib/settings.ts'
import { useLoadedTexts } from './lib/texts.ts'
import { gathered, router } from './routes.tsx'

const ignore = () => {}

/** Texts, queries and the router around every screen. */
export function App() {
  const { lang, messages } = useLoadedTexts()
  return (
    <IntlProvider
      locale={languageOf(lang).tag}
      messages={messages as Messages}
      timeZone={Intl.DateTimeFormat().resolvedOptions().timeZone}
      onError={import.meta.env.DEV ? console.error : ignore}
    >
      <QueryClientProvider client={queryClient}>
        <FeaturesContext value={gathered}>
          <RouterProvider router={router} />
        </FeaturesContext>
      </QueryClientProvider>
    </IntlProvider>
  )
}
