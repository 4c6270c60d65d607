import { isObject, isText, readJson, wholeOf } from '../src/domains/markets/feeds/provider/provider-json.ts'
import type { Dialect } from '../src/domains/markets/feeds/provider/provider.ts'

/** A plain dialect, so that what is tried here is the line and nobody's protocol. */
export const plain: Dialect = {
  name: 'plain',
  label: 'Plain',
  url: 'wss://nowhere.example',
  symbolsPerSocket: 2,
  longestFrame: 1000,
  mostFramesPerSecond: 50,
  silentAfterMs: 40_000,
  symbolOf: ({ code }) => code.toLowerCase(),
  converse: (symbols) => ({
    opening: symbols.map((symbol) => `want ${symbol}`),
    hear(text) {
      if (text.startsWith('no ')) return { refused: { text, fatal: true } }
      if (text.startsWith('not ')) return { refused: { text, fatal: false } }
      if (text === 'ask') return { replies: ['answer'] }
      if (text === 'many') return { replies: Array.from({ length: 2000 }, () => 'answer') }
      if (text === 'bug') throw new Error('a dialect that breaks its word')
      const json = readJson(text)
      if (!isObject(json) || !isText(json['s']) || !isText(json['p'])) return { garbage: true }
      const seq = wholeOf(json['n'])
      const quote = { symbol: json['s'], last: json['p'], at: undefined }
      return { quotes: [seq === undefined ? quote : { ...quote, seq }] }
    },
  }),
}
