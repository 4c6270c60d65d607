import type { Lang } from '@evenhand/protocol/languages.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { App } from './app.tsx'
import { forceLayout, langStore, type LayoutKind } from './lib/settings.ts'
import { loadTexts, switchTexts } from './lib/texts.ts'
import { router, screens } from './routes.tsx'

const layouts: readonly LayoutKind[] = ['desktop', 'mobile']

export { screens }

/** The screen that is made into the page, for the build to know what else it needs. */
export const prerendered = screens.flatMap(({ path, texts, prerender }) =>
  prerender ? [{ path, texts: ['common' as const, ...texts], ...prerender }] : [],
)[0]

/**
 * That screen as a visitor first sees it, in one language and both layouts, the phone's as a template: a document shows
 * everything once. Made at build time only; in the browser the app takes its place with the same boxes.
 */
export async function shellMarkup(lang: Lang): Promise<string> {
  if (!prerendered) throw new Error('no screen is made into the page')
  langStore.set(lang)
  await switchTexts(lang)
  await loadTexts(...prerendered.texts)
  await router.navigate({ href: prerendered.path })
  return layouts
    .map((layout) => {
      forceLayout(layout)
      const drawn = `<div class="shell-${layout}" data-layout="${layout}">${renderToStaticMarkup(<App />)}</div>`
      return layout === 'mobile' ? `<template>${drawn}</template>` : drawn
    })
    .join('')
}
