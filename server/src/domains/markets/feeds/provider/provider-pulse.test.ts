import { expect, test } from 'vitest'
import { manualTime } from '../../../../../test/fakes/manual-clock.ts'
import { createPulse } from './provider-pulse.ts'

function pulseOf() {
  const time = manualTime(1_795_000_000_000)
  const events: string[] = []
  const pulse = createPulse({
    clock: time.clock,
    timers: time.timers,
    isClosed: () => false,
    dialect: { silentAfterMs: 12_000 },
    ping: () => void events.push('ping'),
    emit: () => undefined,
    dead: (fault) => {
      events.push(fault)
      pulse.end()
    },
  })
  return { time, events, pulse }
}

test('a server that slept does not blame its providers, but notices those that stay silent', () => {
  const { time, events, pulse } = pulseOf()
  pulse.opened()
  time.advance(5000)
  time.clock.advance(600_000)
  time.advance(1000)
  expect(events).toEqual([])
  time.advance(7000)
  expect(events).toEqual(['silent'])
})

test('a ping that was on its way when the server slept may still get its pong', () => {
  const { time, events, pulse } = pulseOf()
  pulse.opened()
  for (let second = 0; second < 15; second += 1) {
    time.advance(1000)
    pulse.received()
  }
  expect(events).toEqual(['ping'])
  time.clock.advance(60_000)
  time.advance(1000)
  pulse.ponged()
  pulse.received()
  time.advance(5000)
  expect(events).toEqual(['ping'])
})

test('a connection that never comes about is given up after ten seconds', () => {
  const { time, events } = pulseOf()
  time.advance(9000)
  expect(events).toEqual([])
  time.advance(1000)
  expect(events).toEqual(['disconnected'])
})
