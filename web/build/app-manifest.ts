import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { languages } from '../../protocol/src/languages.ts'
import { textFinder } from './page-list.ts'

const ink = '#0a0f1a'
const accent = '#1652f0'

/** The manifest of a language, by which a browser installs the app. */
const manifestName = (lang: string): string => `manifest.${lang}.webmanifest`

/** What the head of a page links to so that the app can be installed. */
export const installLinks = (lang: string): string =>
  `<link rel="manifest" href="/${manifestName(lang)}"><link rel="apple-touch-icon" href="/apple-touch-icon.png">`

/** Places that the icon of the installed app offers, by the texts that name them. */
const shortcuts = [
  ['/market', 'market.title'],
  ['/profile/orders', 'orders.list.title'],
  ['/profile/balance', 'funds.title'],
] as const

/** Writes the manifests: one app, whatever language it is installed from. */
export function writeManifests(root: string, out: string): void {
  const text = textFinder(root)
  for (const { value, tag, dir } of languages) {
    const manifest = {
      id: '/',
      name: 'Evenhand',
      short_name: 'Evenhand',
      description: text(value, 'home.lead'),
      lang: tag,
      dir,
      start_url: '/',
      scope: '/',
      display: 'standalone',
      background_color: ink,
      theme_color: ink,
      categories: ['finance'],
      icons: [
        { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
        { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
        { src: '/icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      ],
      shortcuts: shortcuts.map(([url, key]) => ({ name: text(value, key), url })),
      // What another app shares is looked for in the markets.
      share_target: {
        action: '/market',
        method: 'GET',
        enctype: 'application/x-www-form-urlencoded',
        params: { text: 'q' },
      },
    }
    writeFileSync(join(out, manifestName(value)), JSON.stringify(manifest))
  }
}

/** Draws the app's icons and the picture of link previews from its mark. */
export async function drawIcons(root: string, out: string): Promise<void> {
  const mark = readFileSync(join(root, 'public/favicon.svg'))
  // A vector drawn at the size it is shown in has sharp edges: 32 units at 72 dpi are 32 pixels.
  const drawn = (size: number) => sharp(mark, { density: (72 * size) / 32 }).resize(size, size)
  // Systems cut these to a shape of their own: the mark stands in the middle, its ground goes to the edge.
  const onGround = async (inner: number, ground: { width: number; height: number; background: string }) =>
    sharp({ create: { ...ground, channels: 3 } }).composite([
      { input: await drawn(inner).png().toBuffer(), gravity: 'centre' },
    ])
  const pictures = {
    'icon-192.png': drawn(192),
    'icon-512.png': drawn(512),
    'icon-maskable.png': await onGround(410, { width: 512, height: 512, background: accent }),
    'apple-touch-icon.png': await onGround(160, { width: 180, height: 180, background: accent }),
    'preview.png': await onGround(320, { width: 1200, height: 630, background: ink }),
  }
  for (const [name, picture] of Object.entries(pictures))
    await picture.png({ palette: true, compressionLevel: 9 }).toFile(join(out, name))
}
