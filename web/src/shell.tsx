import type { Lang } from '@evenhand/protocol/languages.ts'
import { createMemoryHistory } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { App } from './app.tsx'
import { forceLayout, langStore, type LayoutKind } from './lib/settings.ts'
import { loadTexts, switchTexts } from './lib/texts.ts'
import { router } from './routes.tsx'

const layouts: readonly LayoutKind[] = ['desktop', 'mobile']

/**
 * The home page as a visitor first sees it, in one language and both layouts, of which the style sheet shows one. Made
 * at build time only; in the browser the app takes its place with the same boxes.
 */
export async function shellMarkup(lang: Lang): Promise<string> {
  langStore.set(lang)
  await switchTexts(lang)
  await loadTexts('common', 'home', 'market')
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: ['/'] }) })
  await router.load()
  return layouts
    .map((layout) => {
      forceLayout(layout)
      return `<div class="shell-${layout}" data-layout="${layout}">${renderToStaticMarkup(<App />)}</div>`
    })
    .join('')
}
