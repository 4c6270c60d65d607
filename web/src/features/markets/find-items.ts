import type { MarketItem } from '@evenhand/protocol/markets.ts'
import { readingAt } from '@evenhand/protocol/reading.ts'

const norm = (text: string) => text.toLocaleLowerCase().replaceAll(/[\s/._-]/g, '')

/** Instruments whose code, name or Latin name contains the words, or whose Chinese name is typed by them; the best matches first. */
export function findItems(items: readonly MarketItem[], words: string): readonly MarketItem[] {
  const wanted = norm(words)
  if (wanted === '') return items
  const ranks = new Map(items.map((item) => [item, rankOf(item, wanted)]))
  const rank = (item: MarketItem) => ranks.get(item) ?? missing
  return items.filter((item) => rank(item) < missing).toSorted((a, b) => rank(a) - rank(b))
}

const missing = 6

/** How well an instrument fits: its code, how its code begins, its name, its pinyin, then anything within them. */
function rankOf({ code, appName, latinName = '', pinyin }: MarketItem, wanted: string): number {
  const [own, ...names] = [code, appName, latinName].map(norm) as [string, string, string]
  if (own === wanted) return 0
  if (own.startsWith(wanted)) return 1
  if (names.some((name) => name.startsWith(wanted))) return 2
  const read = pinyin === undefined ? -1 : readingAt(pinyin, wanted)
  if (read === 0) return 3
  if ([own, ...names].some((one) => one.includes(wanted))) return 4
  return read > 0 ? 5 : missing
}
