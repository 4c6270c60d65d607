import type { MarketItem } from '@evenhand/protocol/markets.ts'
import { useState } from 'react'

const tints = [
  'bg-[#fde3d8] text-[#7a3410] dark:bg-[#3d2618] dark:text-[#f5b48f]',
  'bg-[#d5f3ec] text-[#0b5c4b] dark:bg-[#12352d] dark:text-[#7fdcc4]',
  'bg-[#d9edfd] text-[#0b4f86] dark:bg-[#142f47] dark:text-[#8cc6f5]',
  'bg-[#f0e0fb] text-[#5e2a86] dark:bg-[#33204a] dark:text-[#d3a9f2]',
  'bg-[#eeecc8] text-[#5a5208] dark:bg-[#35320f] dark:text-[#ddd57e]',
] as const

/** The instrument's picture, or the first letters of its code on a tint of their own: also where the picture fails to load. */
export function Avatar({ item }: { item: Pick<MarketItem, 'code' | 'logo'> }) {
  const [failed, setFailed] = useState<string>()
  if (item.logo !== '' && failed !== item.logo) return <Picture logo={item.logo} onFailed={setFailed} />
  let sum = 0
  for (const letter of item.code) sum += letter.codePointAt(0) ?? 0
  return (
    <span
      aria-hidden="true"
      dir="ltr"
      className={`inline-flex size-8 shrink-0 items-center justify-center rounded-full text-11 font-700 ${tints[sum % tints.length]}`}
    >
      {item.code.replace(/[^A-Z0-9]/g, '').slice(0, 3)}
    </span>
  )
}

/** Coins are squares that are cut round, with a hairline for those drawn on white; pairs are two circles of their own. The name beside it shows what it is. */
function Picture({ logo, onFailed }: { logo: string; onFailed: (logo: string) => void }) {
  return (
    <img
      src={logo}
      alt=""
      width={32}
      height={32}
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={() => onFailed(logo)}
      className={`size-8 shrink-0 ${logo.startsWith('/logos/crypto/') ? 'rounded-full outline -outline-offset-1 outline-line' : ''}`}
    />
  )
}
