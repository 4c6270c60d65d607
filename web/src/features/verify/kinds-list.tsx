import { useTranslations } from 'use-intl'
import { productNow } from '../../feed/quote-store.ts'
import { checkedKinds } from './checked-file.ts'
import { fileLink, screenLinks } from './links.tsx'

/** Every kind of file that can be checked, and where each comes from. */
export function KindsList() {
  const t = useTranslations('verify')
  const day = new Date(productNow()).toISOString().slice(0, 10)
  const links = {
    ...screenLinks,
    heads: fileLink('heads?limit=1000', 'heads.json'),
    day: fileLink(`ticks/BTCUSDT/${day}`, `ticks-BTCUSDT-${day}.json`),
  }
  return (
    <dl className="flex max-w-text flex-col gap-2 text-13">
      {checkedKinds.map((kind) => (
        <div key={kind}>
          <dt className="font-600">{t(`kind.${kind}`)}</dt>
          <dd className="text-fg2">{t.rich(`from.${kind}`, links)}</dd>
        </div>
      ))}
    </dl>
  )
}
