import type { SocketFrame } from '@evenhand/protocol/notices.ts'
import type { QueryClient } from '@tanstack/react-query'
import { currentMode } from '../lib/session.ts'
import { onSessionFrame } from './session-connection.ts'

/** Frames of one moment are handled together: fifty results are one request of the list, not fifty. */
const gatherMs = 60

/** What of the customer's is another than before, as parts of the queries' keys after `mine`. */
export function changedBy(frame: SocketFrame): readonly string[] {
  switch (frame.channel) {
    case 'orders':
      return ['order', 'orders', 'transactions']
    case 'balances':
      // What another device of the customer's orders, borrows or puts into a plan holds money or sets margin aside.
      return ['accounts', 'assets', 'transactions', 'deposits', 'withdrawals', 'loans', 'orders', 'plans']
    case 'notifications':
      return ['notices', 'deposits', 'withdrawals', 'loans', 'identification']
    case 'nft':
      return ['nft']
    case 'session':
      return ['']
  }
}

/**
 * Requests again for what changed according to frames, and for everything of the customer's when something may have been missed.
 * Of orders and collectibles, only those on the screen are requested again one by one, and of the account in use: the socket is that account's.
 */
export function followSessionFrames(queries: Pick<QueryClient, 'invalidateQueries'>): void {
  let gathered: SocketFrame[] = []
  const flush = (): void => {
    const frames = gathered
    gathered = []
    const parts = new Set(frames.flatMap(changedBy))
    if (parts.has('')) return void queries.invalidateQueries({ queryKey: ['mine'] })
    const ids = new Set(frames.flatMap((frame) => ('id' in frame ? [frame.id] : [])))
    void queries.invalidateQueries({
      predicate: ({ queryKey: [owner, part, mode, id] }) =>
        owner === 'mine' &&
        parts.has(String(part)) &&
        ((part !== 'order' && part !== 'nft') || ids.has(String(id))) &&
        (part !== 'orders' || mode === currentMode()),
    })
  }
  onSessionFrame((frame) => {
    if (gathered.length === 0) setTimeout(flush, gatherMs)
    gathered.push(frame)
  })
}
