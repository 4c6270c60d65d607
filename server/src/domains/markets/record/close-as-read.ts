import type { Clock } from '../../../kernel/time/clock.ts'
import type { RecordStore } from './record.store.ts'
import { lateAfterMs } from '../sources/source-statuses.ts'
import type { TickWindow } from './tick-reader.ts'

/** Who reads a window that ended more than two seconds ago decides by it, so nothing that counts may join it afterwards. */
export function closeAsRead(
  store: Pick<RecordStore, 'closeThrough'>,
  clock: Clock,
): (windows: readonly TickWindow[]) => Promise<void> {
  let closedThrough = 0
  return async (windows) => {
    const settled = clock.now() - lateAfterMs
    const newest = windows.reduce((so, { to }) => (to <= settled && to > so ? to : so), closedThrough)
    if (newest <= closedThrough) return
    await store.closeThrough(newest)
    closedThrough = Math.max(closedThrough, newest)
  }
}
