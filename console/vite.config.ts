import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compileTexts } from '../web/build/compile-texts.ts'

const api = process.env['CONSOLE_ORIGIN'] ?? 'http://127.0.0.1:3001'

// A build started from a test run inherits its NODE_ENV, which would bring React's development code to operators.
if (process.argv.includes('build')) process.env['NODE_ENV'] = 'production'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [compileTexts(), react(), tailwindcss()],
  resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } },
  build: {
    manifest: true,
    // A page that is open while a new build comes still needs the files of its own; the server drops them later.
    emptyOutDir: false,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 500,
  },
  server: { proxy: { '/swx': api, '/sandbox': api } },
})
