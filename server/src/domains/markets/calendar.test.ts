import { describe, expect, test } from 'vitest'
import { loadCalendars } from './calendar-book.ts'
import { zoneOf } from './calendar-zone.ts'

const book = loadCalendars()
const ms = (iso: string): number => Date.parse(iso)
const sessionOf = (name: string, iso: string) => book.sessionAt(name, ms(iso))
const open = (until: string) => ({ open: true, until: ms(until) })
const closed = (until: string) => ({ open: false, until: ms(until) })

describe('zoneOf', () => {
  test.each([
    ['America/New_York', '2026-01-15T12:00:00Z', -5],
    ['America/New_York', '2026-07-15T12:00:00Z', -4],
    ['America/New_York', '2026-03-08T06:59:59Z', -5],
    ['America/New_York', '2026-03-08T07:00:00Z', -4],
    ['America/New_York', '2026-11-01T05:59:59Z', -4],
    ['America/New_York', '2026-11-01T06:00:00Z', -5],
    ['Europe/Berlin', '2026-03-29T00:59:59Z', 1],
    ['Europe/Berlin', '2026-03-29T01:00:00Z', 2],
    ['Asia/Hong_Kong', '2026-07-15T12:00:00Z', 8],
    ['UTC', '2026-07-15T12:00:00Z', 0],
  ])('%s at %s is %i hours from UTC', (name, iso, hours) => {
    expect(zoneOf(name).offsetAt(ms(iso))).toBe(hours * 3_600_000)
  })

  test('agrees with Intl on every day of six years', () => {
    const zone = zoneOf('America/Chicago')
    const format = new Intl.DateTimeFormat('en-US', { timeZone: 'America/Chicago', hourCycle: 'h23', hour: '2-digit' })
    for (let at = ms('2023-01-01T12:00:00Z'); at < ms('2029-01-01T00:00:00Z'); at += 86_400_000) {
      expect(12 + zone.offsetAt(at) / 3_600_000).toBe(Number(format.format(at)))
    }
  })
})

describe('shares in New York', () => {
  test('open from 09:30 to 16:00, the closing second is closed', () => {
    expect(sessionOf('nyse', '2026-11-20T14:29:59Z')).toEqual(closed('2026-11-20T14:30:00Z'))
    expect(sessionOf('nyse', '2026-11-20T14:30:00Z')).toEqual(open('2026-11-20T21:00:00Z'))
    expect(sessionOf('nyse', '2026-11-20T20:59:59Z')).toEqual(open('2026-11-20T21:00:00Z'))
    expect(sessionOf('nyse', '2026-11-20T21:00:00Z')).toEqual(closed('2026-11-23T14:30:00Z'))
  })

  test('the pre-market and the post-market are closed', () => {
    expect(sessionOf('nyse', '2026-11-20T13:00:00Z').open).toBe(false)
    expect(sessionOf('nyse', '2026-11-20T22:00:00Z').open).toBe(false)
  })

  test('the opening moves by an hour of UTC when daylight saving begins and ends', () => {
    expect(sessionOf('nyse', '2026-03-06T14:00:00Z')).toEqual(closed('2026-03-06T14:30:00Z'))
    expect(sessionOf('nyse', '2026-03-09T13:00:00Z')).toEqual(closed('2026-03-09T13:30:00Z'))
    expect(sessionOf('nyse', '2026-10-30T13:00:00Z')).toEqual(closed('2026-10-30T13:30:00Z'))
    expect(sessionOf('nyse', '2026-11-02T14:00:00Z')).toEqual(closed('2026-11-02T14:30:00Z'))
  })

  test('a weekend waits for Monday, a long weekend for Tuesday', () => {
    expect(sessionOf('nyse', '2026-11-21T15:00:00Z')).toEqual(closed('2026-11-23T14:30:00Z'))
    expect(sessionOf('nyse', '2026-09-05T15:00:00Z')).toEqual(closed('2026-09-08T13:30:00Z'))
  })

  test('a holiday is closed; the day after Thanksgiving closes at 13:00', () => {
    expect(sessionOf('nyse', '2026-11-26T16:00:00Z')).toEqual(closed('2026-11-27T14:30:00Z'))
    expect(sessionOf('nyse', '2026-11-27T15:00:00Z')).toEqual(open('2026-11-27T18:00:00Z'))
    expect(sessionOf('nyse', '2026-11-27T18:00:00Z')).toEqual(closed('2026-11-30T14:30:00Z'))
  })

  test('answers do not depend on what was asked before', () => {
    const asked = ['2026-11-20T15:00:00Z', '2026-11-21T15:00:00Z', '2026-11-20T13:00:00Z', '2026-11-27T17:59:59Z']
    const forward = asked.map((iso) => sessionOf('nyse', iso))
    expect(asked.toReversed().map((iso) => sessionOf('nyse', iso))).toEqual(forward.toReversed())
  })
})

describe('markets that run through the night', () => {
  test('forex joins the days of the week and rests from 16:58 to 17:03 in New York', () => {
    expect(sessionOf('forex-24x5', '2026-11-17T12:00:00Z')).toEqual(open('2026-11-17T21:58:00Z'))
    expect(sessionOf('forex-24x5', '2026-11-17T22:00:00Z')).toEqual(closed('2026-11-17T22:03:00Z'))
    expect(sessionOf('forex-24x5', '2026-11-17T23:00:00Z')).toEqual(open('2026-11-18T21:58:00Z'))
    expect(sessionOf('forex-24x5', '2026-11-20T21:58:00Z')).toEqual(closed('2026-11-22T22:03:00Z'))
  })

  test('index futures stop early on Labor Day, resume in the evening and run on into the next day', () => {
    expect(sessionOf('cme-index', '2026-09-07T12:00:00Z')).toEqual(open('2026-09-07T17:00:00Z'))
    expect(sessionOf('cme-index', '2026-09-07T20:00:00Z')).toEqual(closed('2026-09-07T22:00:00Z'))
    expect(sessionOf('cme-index', '2026-09-07T22:00:00Z')).toEqual(open('2026-09-08T21:00:00Z'))
  })

  test('index futures open late on New Year 2026 and on the first Christmas of the table', () => {
    expect(sessionOf('cme-index', '2026-01-01T12:00:00Z')).toEqual(closed('2026-01-01T23:00:00Z'))
    expect(sessionOf('cme-index', '2025-12-25T12:00:00Z')).toEqual(closed('2025-12-25T23:00:00Z'))
  })

  test('Hong Kong futures rest at noon and trade past midnight; the auction before the morning is closed', () => {
    expect(sessionOf('hkfe', '2026-11-20T00:50:00Z')).toEqual(closed('2026-11-20T01:15:00Z'))
    expect(sessionOf('hkfe', '2026-11-20T04:10:00Z')).toEqual(closed('2026-11-20T05:00:00Z'))
    expect(sessionOf('hkfe', '2026-11-20T12:00:00Z')).toEqual(open('2026-11-20T19:00:00Z'))
    expect(sessionOf('hkfe', '2026-11-20T19:00:00Z')).toEqual(closed('2026-11-23T01:15:00Z'))
  })

  test('coins never close', () => {
    expect(book.sessionAt('24x7', ms('2026-12-25T00:00:00Z'))).toEqual({ open: true, until: null })
    expect(book.remaining('24x7', 0)).toBe(Number.POSITIVE_INFINITY)
  })
})

describe('what is left of a session', () => {
  test('a term fits while it and five minutes remain', () => {
    expect(book.fits('nyse', ms('2026-11-20T20:54:00Z'), 60)).toBe(true)
    expect(book.fits('nyse', ms('2026-11-20T20:54:00.001Z'), 60)).toBe(false)
    expect(book.fits('nyse', ms('2026-11-21T15:00:00Z'), 60)).toBe(false)
    expect(book.remaining('nyse', ms('2026-11-20T20:00:00Z'))).toBe(3_600_000)
    expect(book.remaining('nyse', ms('2026-11-20T22:00:00Z'))).toBe(0)
  })
})

describe('openDay', () => {
  const day = (iso: string): number => ms(iso) / 86_400_000
  test('counts the open seconds of a UTC day', () => {
    expect(book.get('24x7').openDay(day('2026-11-20T00:00:00Z')).seconds).toBe(86_400)
    expect(book.get('nyse').openDay(day('2026-11-20T00:00:00Z'))).toEqual({ spans: [52_200, 75_600], seconds: 23_400 })
    expect(book.get('nyse').openDay(day('2026-11-26T00:00:00Z'))).toEqual({ spans: [], seconds: 0 })
    expect(book.get('cme-index').openDay(day('2026-11-18T00:00:00Z')).spans).toEqual([0, 79_200, 82_800, 86_400])
  })

  test('agrees with sessionAt on every minute of the weeks around the change of clocks, in every calendar', () => {
    for (const name of book.names()) {
      for (const start of [ms('2026-03-05T00:00:00Z'), ms('2026-10-22T00:00:00Z'), ms('2026-12-23T00:00:00Z')]) {
        for (let at = start; at < start + 12 * 86_400_000; at += 600_000) {
          const { spans } = book.get(name).openDay(Math.floor(at / 86_400_000))
          const second = (at % 86_400_000) / 1000
          const inside = spans.some(
            (from, index) => index % 2 === 0 && from <= second && second < (spans[index + 1] ?? 0),
          )
          expect(inside, `${name} ${at}`).toBe(book.sessionAt(name, at).open)
        }
      }
    }
  })
})
