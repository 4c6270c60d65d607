import { existsSync, readFileSync } from 'node:fs'
import { build, type Plugin } from 'vite'
import { languages } from '../../protocol/src/languages.ts'

const source = new URL('../src/', import.meta.url)

/** The texts that messages are shown with, of every language; in English where one has none yet. */
function pushTexts(): Record<string, Record<string, string>> {
  const read = (lang: string) => {
    const file = new URL(`texts/${lang}/push.json`, source)
    if (!existsSync(file)) return undefined
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  }
  return Object.fromEntries(languages.map(({ value }) => [value, read(value) ?? read('en') ?? {}]))
}

/**
 * Makes `push-worker.js` beside the app: one file without parts, at an address that never changes, since a browser looks
 * there for a newer one.
 */
export const pushWorker = (): Plugin => ({
  name: 'push-worker',
  apply: 'build',
  async generateBundle() {
    const made = await build({
      configFile: false,
      logLevel: 'error',
      define: { PUSH_TEXTS: JSON.stringify(pushTexts()) },
      build: {
        write: false,
        target: 'es2022',
        rolldownOptions: {
          input: new URL('push-worker/worker.ts', source).pathname,
          output: { format: 'iife', entryFileNames: 'push-worker.js' },
        },
      },
    })
    const outputs = Array.isArray(made) ? made : [made]
    const chunk = outputs.flatMap((one) => ('output' in one ? one.output : [])).find((one) => one.type === 'chunk')
    if (chunk?.type !== 'chunk') throw new Error('the push worker was not made')
    this.emitFile({ type: 'asset', fileName: 'push-worker.js', source: chunk.code })
  },
})
