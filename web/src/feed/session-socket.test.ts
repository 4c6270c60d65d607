import { afterEach, expect, test, vi } from 'vitest'
import { clearSession, keepSession, setAccountMode } from '../lib/session.ts'
import { start } from './session-socket.ts'

const sent: unknown[] = []
const opened: EventTarget[] = []

class FakeSocket extends EventTarget {
  constructor() {
    super()
    opened.push(this)
  }
  send(text: string): void {
    sent.push(JSON.parse(text))
  }
  close(): void {}
}

afterEach(() => {
  clearSession()
  setAccountMode('real')
  vi.unstubAllGlobals()
})

test('an account that is chosen before the server has responded is sent to it all the same', () => {
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('location', { origin: 'http://here' })
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('document', { hidden: true })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  keepSession('secret', { id: 'u', username: 'lina' } as never)
  start()
  opened[0]?.dispatchEvent(new Event('open'))
  setAccountMode('virtual')
  opened[0]?.dispatchEvent(new MessageEvent('message', { data: '{"channel":"session","what":"ready"}' }))
  expect(sent).toEqual([{ token: 'secret', virtually: 'NO' }, { virtually: 'YES' }])
})
