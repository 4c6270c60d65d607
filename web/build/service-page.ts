import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, type AliasOptions, type Plugin, type ResolvedConfig } from 'vite'
import { compileTexts } from './compile-texts.ts'
import { knownCodecs } from './known-codecs.ts'

const page = fileURLToPath(new URL('../service.html', import.meta.url))

/**
 * After the client build: customer service in a window of its own, `service.html`. It is built by itself, so that the app
 * is cut as if it were alone, and a visitor of the one loads nothing of the other.
 */
export function servicePage(alias: AliasOptions): Plugin {
  let config: ResolvedConfig
  return {
    name: 'service-page',
    apply: 'build',
    configResolved: (resolved) => void (config = resolved),
    async closeBundle() {
      if (config.build.ssr) return
      await build({
        configFile: false,
        root: config.root,
        logLevel: 'error',
        plugins: [knownCodecs(), compileTexts(), react(), tailwindcss()],
        resolve: { alias },
        publicDir: false,
        build: {
          outDir: config.build.outDir,
          emptyOutDir: false,
          target: 'es2022',
          assetsInlineLimit: 0,
          modulePreload: { polyfill: false },
          rolldownOptions: { input: page },
        },
      })
    },
  }
}
