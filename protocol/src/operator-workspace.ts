import * as z from 'zod/mini'
import { answerComplaint } from './complaints-console.ts'
import { complaintText } from './complaints.ts'
import { languages, type Lang } from './languages.ts'
import { operatorGet, operatorPost, operatorRoles } from './operator-route.ts'
import { id, nothing } from './shapes.ts'
import { plainLine } from './written-text.ts'

// What operators keep for their own work: filters under a name, and texts that they reply with again and again.

/** Views that an operator keeps of one screen. */
export const maxViews = 20
const screen = z.string().check(z.regex(/^[a-z-]{1,30}$/))
const viewName = z.string().check(z.minLength(1), z.maxLength(40), plainLine)
/** Filters, order and columns as the page's address has them, without the leading `?`. */
const viewSearch = z.string().check(z.regex(/^[A-Za-z0-9=&%,._~+-]{0,500}$/))

export const savedViews = operatorGet('/swx/admin/views', {
  summary: 'Lists the operator’s own saved views of tables.',
  roles: [...operatorRoles],
  does: 'read',
  request: nothing,
  result: z.array(z.object({ screen, name: z.string(), search: z.string() })),
  refusals: [],
})
export const saveView = operatorPost('/swx/admin/views', {
  summary: 'Saves the filters of a table under a name, or takes a saved view away (`search` null).',
  roles: [...operatorRoles],
  does: 'act',
  request: z.strictObject({ screen, name: viewName, search: z.nullable(viewSearch) }),
  result: nothing,
  refusals: ['dataIncomplete'],
})

/** Texts for replies that all who reply share. */
export const maxMacros = 300
const macroLang = z.enum(languages.map(({ value }) => value) as [Lang, ...Lang[]])
export const macros = operatorGet('/swx/admin/macros', {
  summary: 'Lists the texts that operators answer with again and again.',
  roles: [...answerComplaint.roles],
  does: 'read',
  request: nothing,
  result: z.array(z.object({ id, lang: macroLang, title: z.string(), body: z.string() })),
  refusals: [],
})
export const addMacro = operatorPost('/swx/admin/macros', {
  summary: 'Keeps a text for answers under a title, for all who answer.',
  roles: [...answerComplaint.roles],
  does: 'act',
  request: z.strictObject({
    lang: macroLang,
    title: z.string().check(z.minLength(1), z.maxLength(60), plainLine),
    body: complaintText,
  }),
  result: z.object({ id }),
  refusals: ['dataIncomplete'],
})
export const dropMacro = operatorPost('/swx/admin/macros/drop', {
  summary: 'Takes a text for answers away.',
  roles: [...answerComplaint.roles],
  does: 'act',
  request: z.strictObject({ id }),
  result: nothing,
  refusals: ['notFound'],
})
