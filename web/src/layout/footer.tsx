import { getParamByKey, socialLinks } from '@evenhand/protocol/site-params.ts'
import { listContents } from '@evenhand/protocol/content.ts'
import type { Lang } from '@evenhand/protocol/languages.ts'
import { Icon, type IconName } from '@evenhand/ui/icon.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { call } from '../lib/call.ts'
import { useLang, useLayout } from '../lib/settings.ts'
import { useFetched } from '../lib/use-fetched.ts'
import { Brand } from './brand.tsx'
import { useChrome } from './chrome.ts'

const linkClass = 'inline-flex min-h-9 items-center text-fg2 no-underline hover:text-fg hover:underline mobile:min-h-11'

/** Columns from the content items of types 1, 2 and 3, which a phone shows as three groups; an item whose page is not there does not come from the server. */
export function Footer() {
  const t = useTranslations('common')
  const mobile = useLayout() === 'mobile'
  const { width } = useChrome()
  return (
    <footer className="mt-12 border-t border-line bg-surface [content-visibility:auto] [contain-intrinsic-size:auto_320px]">
      <div
        className={`mx-auto grid gap-8 px-gutter py-8 desktop:grid-cols-[1.6fr_1fr_1fr_1fr] ${width === 'trading' ? 'max-w-trading' : 'max-w-content'}`}
      >
        <div className="space-y-3">
          <Brand label={t('nav.home')} />
          <p className="max-w-text text-13 text-fg3">{t('footer.risk')}</p>
          <SocialLinks />
        </div>
        <nav aria-label={t('footer.products')} className="mobile:hidden">
          <h2 className="mb-1 font-600">{t('footer.products')}</h2>
          <ul>
            <li>
              <Link to="/market" className={linkClass}>
                {t('nav.markets')}
              </Link>
            </li>
            <li>
              <Link to="/trading" className={linkClass}>
                {t('nav.trading')}
              </Link>
            </li>
            <li>
              <Link to="/nfts" className={linkClass}>
                {t('footer.nfts')}
              </Link>
            </li>
          </ul>
        </nav>
        <Column title={t('footer.company')} types={[1]} />
        {mobile ? (
          <>
            <Column title={t('footer.policy')} types={[2]} />
            <Column title={t('footer.statements')} types={[3]} />
          </>
        ) : (
          <Column title={t('footer.policy')} types={[2, 3]} />
        )}
      </div>
    </footer>
  )
}

function Column({ title, types }: { title: string; types: readonly number[] }) {
  const lang = useLang()
  const first = useContents(types[0] ?? 1, lang)
  const second = useContents(types[1] ?? types[0] ?? 1, lang)
  const items = types.length > 1 ? [...first, ...second] : first
  if (items.length === 0) return <div />
  return (
    <nav aria-label={title}>
      <h2 className="mb-1 font-600">{title}</h2>
      <ul>
        {items.map((item) => (
          <li key={item.id}>
            {item.link ? (
              <Link href={item.link} className={linkClass}>
                {item.title}
              </Link>
            ) : (
              <Link to="/detail" search={{ id: item.slug, title: item.title }} className={linkClass}>
                {item.title}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** By the site an address leads to; any other has a plain mark and is named all the same. */
const marks: readonly (readonly [site: RegExp, icon: IconName])[] = [
  [/(^|\.)(x|twitter)\.com$/, 'x'],
  [/(^|\.)(t\.me|telegram\.(org|me))$/, 'plane'],
  [/(^|\.)(youtube\.com|bilibili\.com|tiktok\.com)$/, 'video'],
]
const markOf = (url: string): IconName => {
  const { hostname } = new URL(url)
  return marks.find(([site]) => site.test(hostname))?.[1] ?? 'globe'
}

/** Where the company is found elsewhere; nothing while no address is set. */
function SocialLinks() {
  const { data = [] } = useFetched('social links', loadSocialLinks, freshMs)
  if (data.length === 0) return null
  return (
    <ul className="-ms-2.5 flex gap-1">
      {data.map(({ name, url }) => (
        <li key={url}>
          <a
            href={url}
            target="_blank"
            rel="noreferrer"
            aria-label={name}
            title={name}
            className="inline-flex size-11 items-center justify-center rounded-control text-fg2 hover:bg-sunken hover:text-fg"
          >
            <Icon name={markOf(url)} />
          </a>
        </li>
      ))}
    </ul>
  )
}

const freshMs = 600_000
const loadSocialLinks = async () => z.decode(socialLinks, (await call(getParamByKey, { key: 'social_links' })) as never)

const useContents = (type: number, lang: Lang) =>
  useFetched(`contents ${type} ${lang}`, () => call(listContents, { type, lang }), freshMs).data ?? []
