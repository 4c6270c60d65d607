import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { createServer, minifySync, type Plugin, type ResolvedConfig, type ViteDevServer } from 'vite'
import { languages, type Lang } from '../../protocol/src/languages.ts'
import { pageListFile } from '../../protocol/src/page-list.ts'
import { drawIcons, installLinks, writeManifests } from './app-manifest.ts'
import { firstStyle } from './first-style.ts'
import { pageListOf, textFinder, type DescribedScreen } from './page-list.ts'

type Chunk = { file: string; isDynamicEntry?: boolean; imports?: string[]; css?: string[] }
type Manifest = Record<string, Chunk>
type Shell = {
  shellMarkup: (lang: string) => Promise<string>
  screens: readonly DescribedScreen[]
  prerendered: { path: string; texts: readonly string[]; description: string }
}

/** Scripts wait for the first paint of the screen that stands in the page, but no longer than this. */
const paintWithinMs = 150

/** What a page weighs at most in any language, as gzip at its best: a visitor on a slow connection waits for all of it. */
const maxPageBytes = 18_000

const addLink = `var add = function (file) {
    var link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = file
    link.crossOrigin = ''
    document.head.append(link)
  }`

/** What runs in the head: a page that shows another screen has nothing to paint before its scripts and requests them at once. */
const ahead = ({ path }: Pick<Parts, 'path'>, scripts: readonly string[]) => `
;(function () {
  ${addLink}
  if (location.pathname !== '${path}') ${JSON.stringify(scripts)}.forEach(add)
})()`

type Beginning = {
  sheet: string
  scripts: readonly string[]
  /** The entry, after the largest of what it imports: each is evaluated in a task of its own, between which a tap is handled. */
  steps: readonly string[]
  own: readonly string[]
  lost: string
  retry: string
}

/**
 * What runs right after the shell's markup: keeps of it only what fits this visit, and begins the app. Where the markup
 * stays, scripts and the whole style sheet wait until it is painted: on a slow connection each of them would come before its
 * largest part. The app begins when the sheet is there; a page that shows another screen has it in its head. One that did
 * not come is requested once more; without it nothing of the app can be read, and the page shows a sentence.
 */
const fit = ({ tag, path }: Pick<Parts, 'tag' | 'path'>, files: Beginning) => `
;(function () {
  var root = document.documentElement, shell = document.getElementById('root')
  var begun = false, steps = ${JSON.stringify(files.steps)}
  ${addLink}
  var begin = function (files) {
    if (begun) return
    begun = true
    var start = function () {
      var file = steps.shift()
      import(file).finally(function () { steps[0] && setTimeout(start) })
    }
    var request = function (failed) {
      var sheet = document.createElement('link')
      sheet.rel = 'stylesheet'
      sheet.href = '${files.sheet}'
      sheet.onload = start
      sheet.onerror = failed
      document.head.append(sheet)
    }
    var again = function () {
      request(function () {
        var button = document.createElement('button')
        button.textContent = ${JSON.stringify(files.retry)}
        button.onclick = function () { location.reload() }
        shell.role = 'alert'
        shell.replaceChildren(${JSON.stringify(`${files.lost} `)}, button)
      })
    }
    var whole = document.querySelector('[rel=stylesheet]'), rules
    try {
      // A sheet that did not come is an object all the same, whose rules may not be read.
      rules = whole && whole.sheet.cssRules
    } catch (missing) {}
    rules ? start() : whole ? again() : request(again)
    files.forEach(add)
  }
  if (location.pathname !== '${path}' || root.lang !== '${tag}') {
    shell.textContent = ''
    return begin(${JSON.stringify(files.scripts)})
  }
  var phone = shell.querySelector('template')
  if (phone) root.dataset.layout === 'mobile' ? shell.replaceChildren(phone.content) : phone.remove()
  var soon = function () {
    begin(${JSON.stringify(files.scripts)}.concat(${JSON.stringify(files.own)}.map(function (file) { return '/' + file })))
  }
  try {
    new PerformanceObserver(soon).observe({ type: 'paint', buffered: true })
  } catch (unknown) {}
  setTimeout(soon, ${paintWithinMs})
})()`

/**
 * After the client build: one page a language, `shell.<lang>.html`, with the first screen's picture already in the
 * markup and what it needs of the style sheet beside it, so that the first paint waits for no other file. A page that
 * weighs more than `maxPageBytes` ends the build.
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
      // A build that failed comes here too; its error is more useful than that a file is missing.
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
        const { shellMarkup, prerendered, screens } = (await server.ssrLoadModule('/src/shell.tsx')) as Shell
        const text = textFinder(config.root)
        writeFileSync(join(out, pageListFile), JSON.stringify(pageListOf(config.root, screens)))
        writeManifests(config.root, out)
        await drawIcons(config.root, out)
        for (const language of languages) {
          const markup = await shellMarkup(language.value)
          const description = (text(language.value, prerendered.description) ?? '').replaceAll('"', '&quot;')
          // What was read to draw the screen is what a browser needs to take its place.
          const sources = [
            ...drawnBy(server, manifest),
            ...prerendered.texts.map((name) => `src/texts/${language.value}/${name}.json`),
          ]
          const html = assemble(page, {
            ...language,
            path: prerendered.path,
            description,
            lost: text(language.value, 'common.state.loadFailed') ?? '',
            retry: text(language.value, 'common.retry') ?? '',
            sources,
            markup,
            manifest,
            out,
          })
          const bytes = gzipSync(html, { level: 9 }).length
          if (bytes > maxPageBytes)
            throw new Error(`shell.${language.value}.html weighs ${bytes} bytes of at most ${maxPageBytes}`)
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

type Parts = {
  value: Lang
  tag: string
  dir: string
  path: string
  description: string
  /** What a page shows whose style sheet does not come, and the button beside it. */
  lost: string
  retry: string
  sources: readonly string[]
  markup: string
  manifest: Manifest
  out: string
}

/** Tags by which Vite begins the app: the fit script does it here. */
const beginning =
  /\s*<(?:script type="module"[^>]*src|link rel="modulepreload"[^>]*href)="([^"]+)"[^>]*>(?:<\/script>)?/g
const styleSheet = /\s*<link rel="stylesheet"[^>]*href="(\/assets\/[^"]+\.css)"[^>]*>/

/** The page's own scripts travel with every first visit: without comments, and in few letters. */
const minified = (page: string): string =>
  page.replaceAll(/(?<=<script>)[\s\S]*?(?=<\/script>)/g, (code) => {
    const { code: short, errors } = minifySync('page.js', code, { compress: true, mangle: true })
    if (errors.length > 0) throw new Error(`a script of the page cannot be read: ${errors[0]?.message}`)
    return short.trim()
  })

function assemble(page: string, params: Parts): string {
  const catalogue = params.manifest[`src/texts/${params.value}.ts`]?.file
  const scripts = [...[...page.matchAll(beginning)].map(([, file = '']) => file), `/${catalogue}`]
  const own = [...new Set(params.sources.flatMap((name) => withImports(params.manifest, name)))].filter(
    (file) => !scripts.includes(`/${file}`),
  )
  const sheet = styleSheet.exec(page)?.[1]
  if (sheet === undefined) throw new Error('the page names no style sheet')
  const steps = ['react', 'initial'].flatMap(
    (name) => scripts.find((file) => file.startsWith(`/assets/${name}-`)) ?? [],
  )
  const [entry] = scripts
  if (steps.length < 2 || entry === undefined) throw new Error('the page does not name what it begins with')
  const style = firstStyle(readFileSync(join(params.out, sheet), 'utf8'), params.markup)
  const whole = page
    .replaceAll(beginning, '')
    .replace(styleSheet, '')
    // Scripts stand before the style: where the server has put the whole sheet in its place, those after it wait for it.
    .replace(
      '</head>',
      () =>
        `${installLinks(params.value)}<script>${ahead(params, scripts)}</script><style data-sheet="${sheet}">${style}</style></head>`,
    )
    .replace(/(<meta\s+name="description"\s+content=")[^"]*/, (_, start: string) => start + params.description)
    .replace(/<html lang="[^"]*" dir="[^"]*"/, `<html lang="${params.tag}" dir="${params.dir}"`)
    .replace(
      '<div id="root"></div>',
      () =>
        `<div id="root"><!--screen-->${params.markup}<!--/screen--></div><script>${fit(params, { ...params, sheet, scripts, steps: [...steps, entry], own })}</script>`,
    )
  return minified(whole)
}

/** A source's file and those it imports, directly or not. */
function withImports(manifest: Manifest, name: string, seen = new Set<string>()): string[] {
  const chunk = manifest[name] ?? manifest[name.replace(/texts\/\w+\//, 'texts/en/')]
  if (!chunk || seen.has(name)) return []
  seen.add(name)
  return [chunk.file, ...(chunk.imports ?? []).flatMap((imported) => withImports(manifest, imported, seen))]
}
