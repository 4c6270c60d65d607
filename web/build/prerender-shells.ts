import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createServer, type Plugin, type ResolvedConfig } from 'vite'
import { languages } from '../../protocol/src/languages.ts'

type Chunk = { file: string; imports?: string[]; css?: string[] }
type Manifest = Record<string, Chunk>

/** What runs right after the shell's markup: keeps of it only what fits this visit, and asks early for what home needs. */
const fit = (tag: string, files: readonly string[]) => `
;(function () {
  var root = document.documentElement, shell = document.getElementById('root')
  var home = location.pathname === '/', same = root.lang === '${tag}'
  if (!home || !same) {
    shell.textContent = ''
    return
  }
  var other = shell.querySelector('.shell-' + (root.dataset.layout === 'mobile' ? 'desktop' : 'mobile'))
  if (other) other.remove()
  ;${JSON.stringify(files)}.forEach(function (file) {
    var link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = '/' + file
    document.head.append(link)
  })
})()`

/**
 * After the client build: one page a language, `shell.<lang>.html`, with the style sheet inside and the home page's
 * first picture already in the markup, so that the first paint waits for no script.
 */
export function prerenderShells(): Plugin {
  let config: ResolvedConfig
  return {
    name: 'prerender-shells',
    apply: 'build',
    configResolved: (resolved) => void (config = resolved),
    async closeBundle() {
      if (config.build.ssr) return
      const out = resolve(config.root, config.build.outDir)
      // A build that failed comes here too; what it says is worth more than that a file is missing.
      if (!existsSync(join(out, 'index.html'))) return
      const page = readFileSync(join(out, 'index.html'), 'utf8')
      const manifest = JSON.parse(readFileSync(join(out, '.vite/manifest.json'), 'utf8')) as Manifest
      const server = await createServer({
        configFile: config.configFile ?? false,
        root: config.root,
        logLevel: 'error',
        server: { middlewareMode: true, hmr: false, ws: false, watch: null },
        appType: 'custom',
        optimizeDeps: { noDiscovery: true },
        ssr: { noExternal: ['use-intl', 'icu-minify'] },
      })
      try {
        const { shellMarkup } = (await server.ssrLoadModule('/src/shell.tsx')) as {
          shellMarkup: (lang: string) => Promise<string>
        }
        for (const language of languages) {
          const markup = await shellMarkup(language.value)
          const description = leadIn(config.root, language.value)
          const html = assemble(page, { ...language, description, markup, manifest, out })
          writeFileSync(join(out, `shell.${language.value}.html`), html)
        }
      } finally {
        await server.close()
      }
    },
  }
}

/** The home page's own sentence in a language, for those who meet the page in a list of links. */
function leadIn(root: string, lang: string): string {
  const path = (of: string) => join(root, 'src/texts', of, 'home.json')
  const { lead } = JSON.parse(readFileSync(existsSync(path(lang)) ? path(lang) : path('en'), 'utf8')) as {
    lead: string
  }
  return lead.replaceAll('"', '&quot;')
}

type Parts = {
  value: string
  tag: string
  dir: string
  description: string
  markup: string
  manifest: Manifest
  out: string
}

function assemble(page: string, of: Parts): string {
  const wanted = [
    'src/routes/home.tsx',
    ...['common', 'home', 'market'].map((name) => `src/texts/${of.value}/${name}.json`),
  ]
  const files = [...new Set(wanted.flatMap((name) => withImports(of.manifest, name)))].filter(
    (file) => !page.includes(file),
  )
  return page
    .replace(/(<meta\s+name="description"\s+content=")[^"]*/, (_, start: string) => start + of.description)
    .replace(/<html lang="[^"]*" dir="[^"]*"/, `<html lang="${of.tag}" dir="${of.dir}"`)
    .replace(
      /\s*<link rel="stylesheet"[^>]*href="\/(assets\/[^"]+\.css)"[^>]*>/,
      (_, file: string) => `<style>${readFileSync(join(of.out, file), 'utf8')}</style>`,
    )
    .replace('<div id="root"></div>', () => `<div id="root">${of.markup}</div><script>${fit(of.tag, files)}</script>`)
}

/** A source's file and those it imports, directly or not. */
function withImports(manifest: Manifest, name: string, seen = new Set<string>()): string[] {
  const chunk = manifest[name] ?? manifest[name.replace(/texts\/\w+\//, 'texts/en/')]
  if (!chunk || seen.has(name)) return []
  seen.add(name)
  return [chunk.file, ...(chunk.imports ?? []).flatMap((imported) => withImports(manifest, imported, seen))]
}
