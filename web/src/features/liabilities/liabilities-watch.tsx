import { minuteMs } from '@evenhand/protocol/durations.ts'
import { useEffect, useState } from 'react'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { useSession } from '../../lib/session.ts'
import { readStored, writeStored } from '../../lib/storage.ts'
import { loadTexts } from '../../lib/texts.ts'
import type { OwnCheck } from './check-own.ts'
import { loadLiabilities } from './load-liabilities.ts'

const stored = 'liabilitiesFound'
const everyMs = 30 * minuteMs

// Nobody should ever see it: its texts come when they are needed.
const OwnAlarm = lazyPart(async () => {
  const [part] = await Promise.all([import('./liabilities-alarm.tsx'), loadTexts('transparency')])
  return part.OwnAlarm
})

/**
 * Looks for the customer's own balance in every new statement of what is owed to all, once: only those who look find that
 * they were left out. What did not arrive is no finding and is requested again later; what is wrong stays on every screen.
 */
export function OwnWatch() {
  const customerId = useSession()?.user.id
  const [wrong, setWrong] = useState<OwnCheck>()
  useEffect(() => {
    if (customerId === undefined) return undefined
    let wanted = true
    const look = async (): Promise<void> => {
      if (document.hidden) return
      const { statement } = await loadLiabilities()
      if (statement === null) return
      const mark = `${customerId} ${statement.epoch} ${statement.root}`
      if (readStored(stored) === mark) return
      const found = await (await import('./check-own.ts')).checkOwn(customerId)
      if (!wanted || found === undefined) return
      setWrong(found.difference && found)
      if (found.difference === undefined)
        writeStored(stored, `${customerId} ${found.statement.epoch} ${found.statement.root}`)
    }
    const request = (): void => void look().catch(() => undefined)
    request()
    const timer = setInterval(request, everyMs)
    return () => {
      wanted = false
      clearInterval(timer)
    }
  }, [customerId])
  return wrong?.difference ? <OwnAlarm difference={wrong.difference} file={wrong.file} /> : null
}
