import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loadCalendars } from './calendar-book.ts'
import { zoneOf } from './calendar-zone.ts'
import { calendarOf } from './calendar.ts'

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

  test('results do not depend on what was requested before', () => {
    const requested = ['2026-11-20T15:00:00Z', '2026-11-21T15:00:00Z', '2026-11-20T13:00:00Z', '2026-11-27T17:59:59Z']
    const forward = requested.map((iso) => sessionOf('nyse', iso))
    expect(requested.toReversed().map((iso) => sessionOf('nyse', iso))).toEqual(forward.toReversed())
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

describe('every calendar at random times of 2025 to 2028', () => {
  const from = ms('2025-01-01T00:00:00Z')
  const times = fc.integer({ min: from / 1000, max: ms('2028-12-31T00:00:00Z') / 1000 }).map((second) => second * 1000)
  const named = fc.constantFrom(...book.names().filter((name) => name !== '24x7'))
  const fresh = (name: string) => calendarOf(name, book.get(name).facts)

  test('holds its state until the time it names, and not a second longer', () => {
    fc.assert(
      fc.property(named, times, fc.double({ min: 0, max: 1, noNaN: true }), (name, at, part) => {
        const { open: isOpen, until } = book.sessionAt(name, at)
        expect(until).not.toBeNull()
        const end = until ?? 0
        expect(end).toBeGreaterThan(at)
        expect(end % 60_000).toBe(0)
        const within = Math.floor((at + part * (end - 1 - at)) / 1000) * 1000
        expect(book.sessionAt(name, Math.max(at, within))).toEqual({ open: isOpen, until })
        expect(book.sessionAt(name, end - 1)).toEqual({ open: isOpen, until })
        expect(book.sessionAt(name, end).open).toBe(!isOpen)
      }),
      { numRuns: 1500 },
    )
  })

  test('is the state that the wall clock of its zone and the listed hours give, whatever was requested before', () => {
    const clocks = new Map<string, Intl.DateTimeFormat>()
    const wall = (timeZone: string, at: number) => {
      const known = clocks.get(timeZone)
      const clock = known ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
      clocks.set(timeZone, clock)
      return clock.format(at).split(' ') as [date: string, time: string]
    }
    fc.assert(
      fc.property(named, times, (name, at) => {
        const { timeZone, week, holidays, earlyCloses, lateOpens } = book.get(name).facts
        const [date, time] = wall(timeZone, at)
        const day = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7
        const early = earlyCloses[date] ?? '24:00'
        const late = lateOpens[date] ?? '00:00'
        const shut = early < late ? time >= early && time < late : time < late || time >= early
        const expected =
          !holidays.includes(date) && !shut && (week[day] ?? []).some((span) => span.open <= time && time < span.close)
        expect([name, date, time, book.sessionAt(name, at).open]).toEqual([name, date, time, expected])
        expect(fresh(name).sessionAt(at)).toEqual(book.sessionAt(name, at))
      }),
      { numRuns: 1000 },
    )
  })
})

describe('the collected hours', () => {
  const file = join(import.meta.dirname, '../../../../../../shared/data/trading-hours.json')
  const listed = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as { calendars: Record<string, Hours> })
    : undefined
  type Hours = {
    timezone: string
    holidays: string[]
    early_closes: Record<string, string>
    late_opens: Record<string, string>
  }

  test.skipIf(listed === undefined)('are the ones that are kept, date by date', () => {
    for (const [name, hours] of Object.entries(listed?.calendars ?? {})) {
      const { facts } = book.get(name)
      expect([name, facts.timeZone, facts.holidays, facts.lateOpens]).toEqual([
        name,
        hours.timezone,
        hours.holidays,
        hours.late_opens,
      ])
      // An early close that cuts nothing beside a late open of the day adds nothing to the late open.
      const kept = Object.entries(hours.early_closes).filter(
        ([date, time]) => facts.earlyCloses[date] === time || facts.lateOpens[date] !== undefined,
      )
      expect([name, kept.length]).toEqual([name, Object.keys(hours.early_closes).length])
    }
  })
})

describe('what the New York exchange lists', () => {
  const daysOff = (year: string) => book.get('nyse').facts.holidays.filter((date) => date.startsWith(year))

  test.each([
    ['2026', '01-01 01-19 02-16 04-03 05-25 06-19 07-03 09-07 11-26 12-25'],
    ['2027', '01-01 01-18 02-15 03-26 05-31 06-18 07-05 09-06 11-25 12-24'],
    // New Year's Day of 2028 is a Saturday, for which the exchange gives no other day.
    ['2028', '01-17 02-21 04-14 05-29 06-19 07-04 09-04 11-23 12-25'],
  ])('as the holidays of %s', (year, dates) => {
    expect(daysOff(year)).toEqual(dates.split(' ').map((date) => `${year}-${date}`))
  })

  test.each([
    ['2026-11-27T17:59:59Z', open('2026-11-27T18:00:00Z')],
    ['2026-12-24T18:00:00Z', closed('2026-12-28T14:30:00Z')],
    ['2027-11-26T18:00:00Z', closed('2027-11-29T14:30:00Z')],
    ['2028-07-03T16:59:59Z', open('2028-07-03T17:00:00Z')],
    ['2028-11-24T18:00:00Z', closed('2028-11-27T14:30:00Z')],
  ])('as an early close at 13:00: %s', (iso, session) => {
    expect(sessionOf('nyse', iso)).toEqual(session)
  })
})

describe('the weeks in which America and Europe change their clocks apart', () => {
  test.each([
    // New York is on summer time since 8 March 2026, Berlin from 29 March on; both are on winter time from 1 November.
    ['nyse', '2026-03-20T12:00:00Z', closed('2026-03-20T13:30:00Z')],
    ['eurex', '2026-03-20T12:00:00Z', open('2026-03-20T21:00:00Z')],
    ['nyse', '2026-03-31T12:00:00Z', closed('2026-03-31T13:30:00Z')],
    ['eurex', '2026-03-31T12:00:00Z', open('2026-03-31T20:00:00Z')],
    ['nyse', '2026-10-28T12:00:00Z', closed('2026-10-28T13:30:00Z')],
    ['eurex', '2026-10-28T12:00:00Z', open('2026-10-28T21:00:00Z')],
    ['nyse', '2026-11-03T12:00:00Z', closed('2026-11-03T14:30:00Z')],
    ['eurex', '2026-11-03T12:00:00Z', open('2026-11-03T21:00:00Z')],
  ])('%s at %s', (name, iso, session) => {
    expect(sessionOf(name, iso)).toEqual(session)
  })

  test('the maintenance break of Chicago and the Sunday opening of currencies move with New York', () => {
    expect(sessionOf('cme-index', '2026-03-20T21:30:00Z').open).toBe(false)
    expect(sessionOf('cme-index', '2026-03-18T21:30:00Z')).toEqual(closed('2026-03-18T22:00:00Z'))
    expect(sessionOf('cme-index', '2026-01-14T22:30:00Z')).toEqual(closed('2026-01-14T23:00:00Z'))
    expect(sessionOf('forex-24x5', '2026-03-08T20:00:00Z')).toEqual(closed('2026-03-08T21:03:00Z'))
    expect(sessionOf('forex-24x5', '2026-11-01T20:00:00Z')).toEqual(closed('2026-11-01T22:03:00Z'))
  })
})

describe('the years a calendar knows', () => {
  test('are those its source lists whole; a market that never rests has none to know', () => {
    const years = Object.fromEntries(book.names().map((name) => [name, book.get(name).facts.knownYears]))
    expect(years).toMatchObject({
      nyse: { from: 2025, to: 2028 },
      eurex: { from: 2025, to: 2028 },
      'cme-index': { from: 2025, to: 2026 },
      'forex-24x5': { from: 2025, to: 2025 },
      'metals-cfd': null,
      cfe: null,
      '24x7': undefined,
    })
  })
})
