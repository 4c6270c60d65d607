import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compileTexts } from './build/compile-texts.ts'
import { initialChunk } from './build/initial-chunk.ts'
import { knownCodecs } from './build/known-codecs.ts'
import { prerenderShells } from './build/prerender-shells.ts'
import { pushWorker } from './build/push-worker.ts'
import { servicePage } from './build/service-page.ts'
import { trimmedChart } from './build/trim-chart.ts'
import { trimmedChartMethods } from './build/trim-chart-methods.ts'
import { trimmedChartViews } from './build/trim-chart-views.ts'

const api = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:3000'

// A build started from a test run inherits its NODE_ENV, which would bring React's development code to customers.
if (process.argv.includes('build')) process.env['NODE_ENV'] = 'production'

const alias = {
  'use-intl/format-message': 'use-intl/format-message/format-only',
  // Little of the library is used, so the browser gets that little of our own (decisions 019 and 055).
  'zod/mini': fileURLToPath(new URL('src/lib/codecs.ts', import.meta.url)),
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    knownCodecs(),
    compileTexts(),
    trimmedChart(),
    trimmedChartViews(),
    trimmedChartMethods(),
    react(),
    tailwindcss(),
    prerenderShells(),
    pushWorker(),
    servicePage(alias),
  ],
  resolve: {
    alias,
  },
  build: {
    manifest: true,
    // A page that is open while a new build comes still needs the files of its own; the server drops them later.
    emptyOutDir: false,
    target: 'es2022',
    // Prices come before pictures: nothing is inlined as base64, and the preload helper stays small.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The page has these before it opens a screen, so no screen names them as what it needs.
      resolveDependencies: (_file, needed, { hostType }) =>
        hostType === 'html'
          ? needed
          : needed.filter((name) => !/^assets\/(?:rolldown-runtime|react|initial)-[^/]+\.js$/.test(name)),
    },
    chunkSizeWarningLimit: 300,
    rolldownOptions: {
      output: {
        // The first script names each other one: a letter less of each name is 200 bytes less of it.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            // What the page begins with travels as one file.
            {
              debugName: 'initial',
              name: initialChunk(fileURLToPath(new URL('src/main.tsx', import.meta.url)), 'initial'),
            },
            // Small parts that come together anyway: alone, each would cost more around it than in it.
            {
              name: 'parts',
              test: /[\\/](lazy-with-retry|use-seen|watch-view|use-watch|tabs|chosen-in-row|call|live-cells|market-closure|even-decimals|load-market-info|term-text|ticket-texts|product-tabs|chart-row|chart-intervals|chip|mode-chip|screen-help|session-connection|retry-button|refresh-after|use-when|isolated|open-dialogs|retry-wait)\.tsx?$/,
            },
            // How figures are written in what opens later: one file, since the first page names each of them.
            { name: 'figures', test: /[\\/](gain|even-amounts|unit-text|lasted)\.tsx?$/ },
            // A list of markets, a chart, and fields with their messages: the first page does without the last of these.
            {
              name: 'list',
              includeDependenciesRecursively: false,
              test: /[\\/](category-tabs|column-heads|market-list|list-states|market-row|sparkline|short-rows|plot)\.tsx?$/,
            },
            {
              name: 'chart',
              includeDependenciesRecursively: false,
              test: /[\\/]chart-(pointing|indicators|touch)\.ts$/,
            },
            {
              name: 'forms',
              includeDependenciesRecursively: false,
              test: /[\\/](field|select|parse-amount|use-first-error|use-local-number|local-number|dialog|toast|problem-text)\.tsx?$/,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/swx': api, '/sandbox': api, '/message': { target: api, ws: true }, '/ws': { target: api, ws: true } },
  },
})
