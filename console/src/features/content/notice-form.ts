import type { ContentRow, NoticeForm } from '@evenhand/protocol/content-console.ts'

/** The form of a notice as it is typed: times as the browser's local ones, countries as codes apart. */
export type NoticeTexts = Omit<NoticeForm, 'startAt' | 'endAt' | 'audience'> & {
  readonly startAt: string
  readonly endAt: string
  readonly countries: string
  readonly languages: NoticeForm['audience']['languages']
  readonly mode: NoticeForm['audience']['mode']
  readonly loggedIn: NoticeForm['audience']['loggedIn']
}

const two = (count: number): string => String(count).padStart(2, '0')

/** A time as a field of date and time holds it. */
export function localText(ms: number): string {
  const at = new Date(ms)
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`
}

/** Epoch ms of what such a field holds, or undefined. */
export function timeOf(text: string): number | undefined {
  const ms = Date.parse(text)
  return Number.isFinite(ms) ? ms : undefined
}

/** What the form begins with: a notice as it is, or one of the platform that begins now. */
export function noticeTexts(notice: ContentRow['notice'], now: number): NoticeTexts {
  if (notice === null)
    return {
      type: 1,
      category: 'system',
      pinned: false,
      popup: false,
      navbar: false,
      startAt: localText(now),
      endAt: '',
      countries: '',
      languages: [],
      mode: 'any',
      loggedIn: 'any',
    }
  const { type, category, pinned, popup, navbar, startAt, endAt, audience } = notice
  const { countries, ...whom } = audience
  return {
    type,
    category,
    pinned,
    popup,
    navbar,
    startAt: localText(startAt),
    endAt: endAt === null ? '' : localText(endAt),
    countries: countries.join(' '),
    ...whom,
  }
}

const codesOf = (text: string): string[] =>
  text
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter((code) => code !== '')

/** The fields that cannot be sent as they are. */
export function wrongFields({ startAt, endAt, countries }: NoticeTexts): ('startAt' | 'endAt' | 'countries')[] {
  const [start, end] = [timeOf(startAt), timeOf(endAt)]
  return [
    ...(start === undefined ? ['startAt' as const] : []),
    ...(endAt !== '' && (end === undefined || end <= (start ?? 0)) ? ['endAt' as const] : []),
    ...(codesOf(countries).every((code) => /^[A-Z]{2}$/.test(code)) ? [] : ['countries' as const]),
  ]
}

/** The request of a form without wrong fields. */
export function noticeOf({ startAt, endAt, countries, languages, mode, loggedIn, ...rest }: NoticeTexts): NoticeForm {
  return {
    ...rest,
    startAt: timeOf(startAt) ?? 0,
    endAt: endAt === '' ? null : (timeOf(endAt) ?? null),
    audience: { countries: codesOf(countries), languages, mode, loggedIn },
  }
}
