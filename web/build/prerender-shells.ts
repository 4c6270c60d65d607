import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createServer, type Plugin, type ResolvedConfig, type ViteDevServer } from 'vite'
import { languages } from '../../protocol/src/languages.ts'

type Chunk = { file: string; isDynamicEntry?: boolean; imports?: string[]; css?: string[] }
type Manifest = Record<string, Chunk>
type Shell = {
  shellMarkup: (lang: string) => Promise<string>
  prerendered: { path: string; texts: readonly string[]; description: string }
}

/** What runs right after the shell's markup: keeps of it only what fits this visit, and asks early for what its screen needs. */
const fit = ({ tag, path }: Pick<Parts, 'tag' | 'path'>, files: readonly string[]) => `
;(function () {
  var root = document.documentElement, shell = document.getElementById('root')
  var here = location.pathname === '${path}', same = root.lang === '${tag}'
  if (!here || !same) {
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
 * After the client build: one page a language, `shell.<lang>.html`, with the style sheet inside and the first
 * screen's picture already in the markup, so that the first paint waits for no script.
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
        const { shellMarkup, prerendered } = (await server.ssrLoadModule('/src/shell.tsx')) as Shell
        for (const language of languages) {
          const markup = await shellMarkup(language.value)
          const description = textOf(config.root, language.value, prerendered.description)
          // What was read to draw the screen is what a browser needs to take its place.
          const sources = [
            ...drawnBy(server, manifest),
            ...prerendered.texts.map((name) => `src/texts/${language.value}/${name}.json`),
          ]
          const html = assemble(page, {
            ...language,
            path: prerendered.path,
            description,
            sources,
            markup,
            manifest,
            out,
          })
          writeFileSync(join(out, `shell.${language.value}.html`), html)
        }
      } finally {
        await server.close()
      }
    },
  }
}

/** The files of a build that begin with a source which was read to draw the screen: its own, and what it came with. */
function drawnBy(server: ViteDevServer, manifest: Manifest): string[] {
  const { moduleGraph } = server.environments.ssr
  const isRead = (source: string) =>
    moduleGraph.getModuleById(join(server.config.root, source))?.transformResult != null
  return Object.keys(manifest).filter(
    (source) => source.endsWith('.tsx') && manifest[source]?.isDynamicEntry && isRead(source),
  )
}

/** A text for those who meet the page in a list of links. */
function textOf(root: string, lang: string, key: string): string {
  const [namespace = '', name = ''] = key.split('.')
  const path = (params: string) => join(root, 'src/texts', params, `${namespace}.json`)
  const texts = JSON.parse(readFileSync(existsSync(path(lang)) ? path(lang) : path('en'), 'utf8')) as Record<
    string,
    string
  >
  return (texts[name] ?? '').replaceAll('"', '&quot;')
}

type Parts = {
  value: string
  tag: string
  dir: string
  path: string
  description: string
  sources: readonly string[]
  markup: string
  manifest: Manifest
  out: string
}

function assemble(page: string, params: Parts): string {
  const files = [...new Set(params.sources.flatMap((name) => withImports(params.manifest, name)))].filter(
    (file) => !page.includes(file),
  )
  const catalogues = params.manifest[`src/texts/${params.value}.ts`]?.file
  return page
    .replace('</head>', `<link rel="modulepreload" crossorigin href="/${catalogues}"></head>`)
    .replace(/(<meta\s+name="description"\s+content=")[^"]*/, (_, start: string) => start + params.description)
    .replace(/<html lang="[^"]*" dir="[^"]*"/, `<html lang="${params.tag}" dir="${params.dir}"`)
    .replace(
      /\s*<link rel="stylesheet"[^>]*href="\/(assets\/[^"]+\.css)"[^>]*>/,
      (_, file: string) => `<style>${readFileSync(join(params.out, file), 'utf8')}</style>`,
    )
    .replace(
      '<div id="root"></div>',
      () => `<div id="root">${params.markup}</div><script>${fit(params, files)}</script>`,
    )
}

/** A source's file and those it imports, directly or not. */
function withImports(manifest: Manifest, name: string, seen = new Set<string>()): string[] {
  const chunk = manifest[name] ?? manifest[name.replace(/texts\/\w+\//, 'texts/en/')]
  if (!chunk || seen.has(name)) return []
  seen.add(name)
  return [chunk.file, ...(chunk.imports ?? []).flatMap((imported) => withImports(manifest, imported, seen))]
}
