import { expect, test } from 'vitest'
import { handTime } from '../../../../../test/fakes/manual-clock.ts'
import { createPulse } from './provider-pulse.ts'

function pulseOf() {
  const time = handTime(1_795_000_000_000)
  const told: string[] = []
  const pulse = createPulse({
    clock: time.clock,
    timers: time.timers,
    dialect: { silentAfterMs: 12_000 },
    ping: () => void told.push('ping'),
    say: () => undefined,
    dead: (fault) => {
      told.push(fault)
      pulse.end()
    },
  })
  return { time, told, pulse }
}

test('a server that slept does not blame its providers, but notices those that stay silent', () => {
  const { time, told, pulse } = pulseOf()
  pulse.opened()
  time.advance(5000)
  time.clock.advance(600_000)
  time.advance(1000)
  expect(told).toEqual([])
  time.advance(7000)
  expect(told).toEqual(['silent'])
})

test('a ping that was on its way when the server slept may still be answered', () => {
  const { time, told, pulse } = pulseOf()
  pulse.opened()
  for (let second = 0; second < 15; second += 1) {
    time.advance(1000)
    pulse.heard()
  }
  expect(told).toEqual(['ping'])
  time.clock.advance(60_000)
  time.advance(1000)
  pulse.ponged()
  pulse.heard()
  time.advance(5000)
  expect(told).toEqual(['ping'])
})

test('a connection that never comes about is given up after ten seconds', () => {
  const { time, told } = pulseOf()
  time.advance(9000)
  expect(told).toEqual([])
  time.advance(1000)
  expect(told).toEqual(['disconnected'])
})
