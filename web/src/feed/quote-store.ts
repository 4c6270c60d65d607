import type { PriceFrameItem } from '@evenhand/protocol/markets.ts'
import { useCallback, useSyncExternalStore } from 'react'
import { elapsedMs, markNow, type Mark } from '../lib/elapsed.ts'
import { compareDecimals } from '../lib/format.tsx'
import { currentLayout } from '../lib/settings.ts'

/** The newest price of an instrument as the browser knows it. `move` is what the last paint changed; it fades by a sweep. */
export type Quote = {
  readonly price: string
  readonly zdf: string
  readonly ts: number
  readonly seq: number
  readonly move: -1 | 0 | 1
}

type Entry = { quote: Quote; tintedAt: number }

const tintMs = 400
const tintEveryMs = 1000
/** A phone paints lists twice a second: more costs a third of its processor and shows nothing more. Tints end with a paint. */
const mobilePaintMs = 500
const isMobile = (): boolean => currentLayout() === 'mobile'

const entries = new Map<string, Entry>()
const waiting = new Map<string, PriceFrameItem>()
const watchers = new Map<string, Set<() => void>>()
const frameWatchers = new Set<(codes: readonly string[]) => void>()
const tinted = new Set<string>()

let newestTs = 0
let newestAt: Mark | undefined
let paintScheduled = false
let lastPaintAt = 0
let calm = false

/** No tints at all, for customers who requested calm prices or reduced motion. */
export const setCalm = (value: boolean): void => void (calm = value)

/** The product's present time in epoch ms, carried on from the newest price; the browser's own clock may be wrong. */
export const productNow = (): number =>
  newestAt === undefined ? performance.timeOrigin + performance.now() : newestTs + elapsedMs(newestAt)

/** Milliseconds since a price was recorded, by the product's clock. */
export const ageOf = (ts: number): number => Math.max(0, productNow() - ts)

/** Milliseconds since a price arrived that was newer than all before. */
export const silenceMs = (): number => (newestAt === undefined ? Number.POSITIVE_INFINITY : elapsedMs(newestAt))

export const quoteOf = (code: string): Quote | undefined => entries.get(code)?.quote

/** Takes prices from the socket or a snapshot; an older price never replaces a newer one. Painting follows at its own pace. */
export function putQuotes(items: readonly PriceFrameItem[]): void {
  const newestBefore = newestTs
  for (const item of items) {
    if (item.ts > newestTs) newestTs = item.ts
    const known = waiting.get(item.code) ?? entries.get(item.code)?.quote
    if (known && known.ts > item.ts) continue
    waiting.set(item.code, item)
  }
  if (newestTs > newestBefore) newestAt = markNow()
  if (waiting.size > 0) schedulePaint()
}

function schedulePaint(): void {
  if (paintScheduled) return
  paintScheduled = true
  const wait = isMobile() ? mobilePaintMs - (performance.now() - lastPaintAt) : 0
  const frame = () => (document.hidden ? setTimeout(paint, 0) : requestAnimationFrame(paint))
  if (wait > 0) setTimeout(frame, wait)
  else frame()
}

function paint(): void {
  paintScheduled = false
  lastPaintAt = performance.now()
  const codes = [...waiting.keys()]
  for (const item of waiting.values()) place(item)
  waiting.clear()
  for (const code of codes) notify(code)
  for (const watcher of frameWatchers) watcher(codes)
}

function place(item: PriceFrameItem): void {
  const known = entries.get(item.code)
  const mayTint = !calm && known !== undefined && watchers.has(item.code) && lastPaintAt - known.tintedAt >= tintEveryMs
  const move = mayTint ? compareDecimals(item.price, known.quote.price) : 0
  entries.set(item.code, {
    quote: { price: item.price, zdf: item.zdf, ts: item.ts, seq: item.seq, move },
    tintedAt: move === 0 ? (known?.tintedAt ?? 0) : lastPaintAt,
  })
  if (move === 0) return
  if (tinted.size === 0) setTimeout(sweep, isMobile() ? mobilePaintMs : tintMs)
  tinted.add(item.code)
}

/** One timer clears all tints that are old enough, instead of one animation for each row. */
function sweep(): void {
  const codes = [...tinted]
  tinted.clear()
  for (const code of codes) {
    const entry = entries.get(code)
    if (!entry) continue
    entry.quote = { ...entry.quote, move: 0 }
    notify(code)
  }
}

const notify = (code: string) => {
  for (const watcher of watchers.get(code) ?? []) watcher()
}

/** Watches one code; the listener runs once a paint at most. */
export function watchQuote(code: string, listener: () => void): () => void {
  const set = watchers.get(code) ?? new Set()
  watchers.set(code, set)
  set.add(listener)
  return () => {
    set.delete(listener)
    if (set.size === 0) watchers.delete(code)
  }
}

/** Watches every paint, with the codes that changed. */
export function watchPaints(listener: (codes: readonly string[]) => void): () => void {
  frameWatchers.add(listener)
  return () => void frameWatchers.delete(listener)
}

/** The newest quote of a code; only the component that calls this renders when it changes. */
export const useQuote = (code: string): Quote | undefined => useQuotePart(code, whole)
const whole = (quote: Quote | undefined): Quote | undefined => quote

/** What a component shows of a code's newest quote, as a plain value: it renders only when that value is another. */
export function useQuotePart<T>(code: string, select: (quote: Quote | undefined) => T): T {
  const subscribe = useCallback((listener: () => void) => watchQuote(code, listener), [code])
  const read = () => select(entries.get(code)?.quote)
  return useSyncExternalStore(subscribe, read, read)
}
