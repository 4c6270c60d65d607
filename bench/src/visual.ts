import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { pageListFile, type PageList } from '@evenhand/protocol/page-list.ts'
import { chromium, type Browser } from 'playwright-core'
import { startProductProcess } from './product-process.ts'
import { buildCommit } from './visual/built-commit.ts'
import { compare } from './visual/compare.ts'
import { serveBuild, type Responses } from './visual/replay.ts'
import { follow } from './visual/settle.ts'

// Visual regression: pictures of every page before and after a change, on the same data. `npm run visual -- --against COMMIT`
// builds that commit's app beside the one of this folder and names the pages of which more than a thousandth differs.

/** Of a picture, the share of pixels that may differ. */
const limit = 0.001
/** A window so tall that most of a page is in sight: what loads when it is seen is then loaded in both builds. */
const windowHeight = 2400
const dist = join(import.meta.dirname, '..', '..', 'web', 'dist')

type View = { path: string; isPrivate: boolean; lang: string; width: number }
type SignedIn = { token: string; user: unknown }
type Taking = { browser: Browser; origin: string; signedIn: SignedIn }

function readOptions() {
  const { values } = parseArgs({
    options: {
      against: { type: 'string', default: 'HEAD' },
      langs: { type: 'string', default: 'zh,en,ar' },
      widths: { type: 'string', default: '1920,375' },
      pages: { type: 'string', default: '' },
      out: { type: 'string', default: join(tmpdir(), 'evenhand-visual') },
    },
  })
  const list = (text: string): string[] => text.split(',').filter((one) => one !== '')
  return { ...values, langs: list(values.langs), widths: list(values.widths).map(Number), pages: list(values.pages) }
}

/** The pages of the build in every language and width; addresses that lead elsewhere at once show that. */
function viewsOf({ langs, widths, pages }: ReturnType<typeof readOptions>): View[] {
  const all = JSON.parse(readFileSync(join(dist, pageListFile), 'utf8')) as PageList
  const chosen = Object.entries(all).filter(([path]) => pages.length === 0 || pages.includes(path))
  return chosen.flatMap(([path, { isPrivate }]) =>
    langs.flatMap((lang) => widths.map((width) => ({ path, isPrivate, lang, width }))),
  )
}

/** The sandbox's own customer. */
async function signIn(origin: string): Promise<SignedIn> {
  const response = await fetch(`${origin}/swx/customer/login/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account: 'amy', password: 'amy-tries-things' }),
  })
  return ((await response.json()) as { result: SignedIn }).result
}

type Taken = { folder: string; at: number; responses: Responses }

/** A picture of a page of a build, at a moment by which its clock stands. */
async function take({ browser, origin, signedIn }: Taking, view: View, { folder, at, responses }: Taken) {
  const isPhone = view.width < 900
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: view.width, height: windowHeight },
    isMobile: isPhone,
    hasTouch: isPhone,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  try {
    await context.addCookies([{ name: 'lang', value: view.lang, url: origin }])
    await context.addInitScript(
      ({ lang, account }) => {
        const kept = { lang, riseAsked: '1', ...account }
        for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value)
        sessionStorage.setItem('onboarding', '1')
      },
      { lang: view.lang, account: view.isPrivate ? rememberedAs(signedIn) : {} },
    )
    await serveBuild(context, { lang: view.lang, folder, responses })
    const page = await context.newPage()
    await page.clock.install({ time: at })
    // It runs from the first call on, and can only be stopped at a time that is still to come.
    await page.clock.pauseAt(at + 10_000)
    const followed = follow(page)
    await page.goto(view.path, { waitUntil: 'domcontentloaded' })
    await followed.untilSettled()
    return await page.screenshot({ animations: 'disabled', caret: 'hide', timeout: 60_000 })
  } finally {
    await context.close()
  }
}

const rememberedAs = ({ token, user }: SignedIn): Record<string, string> => ({
  token,
  userInfo: JSON.stringify(user),
  isLogin: '1',
  virtual: '0',
})

/**
 * Pictures of a page of both builds, of the same responses: where the second build calls what the first did not, both are taken
 * anew, up to three times. A list requests its rows in parts, and the parts depend on what was in sight when.
 */
async function takeBoth(taking: Taking, view: View, [before, after]: [string, string]): Promise<[Buffer, Buffer]> {
  const shared: Omit<Taken, 'folder'> = { at: Date.now(), responses: new Map() }
  for (let trial = 1; ; trial += 1) {
    const first = await take(taking, view, { folder: before, ...shared })
    const known = shared.responses.size
    const second = await take(taking, view, { folder: after, ...shared })
    if (shared.responses.size === known || trial === 3) return [first, second]
  }
}

type Builds = { before: string; after: string; out: string }

/** Compares a page of two builds; prints and keeps what differs. Returns whether it is within the limit. */
async function compareView(taking: Taking, view: View, { before, after, out }: Builds): Promise<boolean> {
  const pictures = await takeBoth(taking, view, [before, after])
  const { share, picture } = await compare(...pictures)
  const isWithin = share <= limit
  const name = `${view.path.slice(1).replaceAll('/', '-') || 'home'}-${view.lang}-${view.width}.png`
  if (!isWithin) writeFileSync(join(out, name), await picture())
  console.log(`${isWithin ? 'same   ' : 'differs'}  ${(share * 100).toFixed(3).padStart(7)} %  ${isWithin ? view.path : name}  ${view.lang} ${view.width}`) // prettier-ignore
  return isWithin
}

if (import.meta.main) {
  const options = readOptions()
  const folder = mkdtempSync(join(tmpdir(), 'evenhand-visual-'))
  const product = await startProductProcess({ dataDir: join(folder, 'product') })
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--disable-gpu'],
  })
  try {
    const builds = { before: buildCommit(options.against, join(folder, 'commit')), after: dist, out: options.out }
    mkdirSync(options.out, { recursive: true })
    const origin = `http://127.0.0.1:${product.port}`
    const taking = { browser, origin, signedIn: await signIn(origin) }
    const views = viewsOf(options)
    let differing = 0
    for (const view of views) if (!(await compareView(taking, view, builds))) differing += 1
    console.log(`${views.length} pictures, ${differing} differ${differing === 0 ? '' : `: see ${options.out}`}`)
    process.exitCode = differing === 0 ? 0 : 1
  } finally {
    await browser.close()
    await product.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
