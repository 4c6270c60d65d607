import { onTestFinished } from 'vitest'
import { recordStore } from '../src/domains/markets/record/record.store.ts'
import { createRecorder, type Recorder, type RecorderDeps } from '../src/domains/markets/record/recorder.ts'
import { manualClock } from '../src/kernel/time/clock.ts'
import { testDatabase } from './database.ts'

/** An empty record of ticks, which goes with its test, by a clock of its own, with recorders that take over one another. */
export async function emptyRecord(start: number, instruments: RecorderDeps['instruments']) {
  const database = await testDatabase()
  onTestFinished(() => database.close())
  const db = database.pools.feed
  const clock = manualClock(start)
  const store = recordStore(db)
  const open = async (): Promise<Recorder> => {
    const recorder = createRecorder({ db, store, clock, instruments })
    await recorder.open()
    return recorder
  }
  return { database, db, clock, store, open, recorder: await open() }
}
