import * as z from 'zod/mini'
import { get, post, put, remove } from './route.ts'
import { code, id } from './shapes.ts'
import { plainLine } from './written-text.ts'
import { maxWatched, maxWatchlistName, maxWatchlists } from './watchlist-limits.ts'

const name = z.string().check(
  z.maxLength(400),
  z.normalize('NFC'),
  z.trim(),
  z.minLength(1),
  z.refine((text) => [...text].length <= maxWatchlistName),
  plainLine,
)

/** A list in its customer's order. The first of a customer's lists is always there; its name is "" until it is given one. */
export const watchlist = z.object({
  id,
  name: z.string(),
  codes: z.array(code).check(z.maxLength(maxWatched)),
})
export type Watchlist = z.output<typeof watchlist>

/** Every call that changes a list returns all of them, so that a device is right again with each of its own changes. */
const lists = z.array(watchlist).check(z.maxLength(maxWatchlists))
const codes = z.array(code).check(z.maxLength(maxWatched))

export const listWatchlists = get('/swx/customer/watchlist/lists', {
  summary: "The customer's watchlists in their order, the first one first; none before anything was watched.",
  signedIn: true,
  keys: 'read',
  virtualKeys: true,
  request: z.object({}),
  result: lists,
  refusals: [],
})

export const addToWatchlist = post('/swx/customer/watchlist/add', {
  summary:
    'Adds an instrument at the end of a list, the first one where none is named. One that is there already stays.',
  signedIn: true,
  request: z.object({ listId: z.optional(id), code }),
  result: lists,
  refusals: ['notFound', 'openLimitReached'],
})

export const removeFromWatchlist = remove('/swx/customer/watchlist/:listId/:code', {
  summary: 'Takes an instrument off a list. One that is not there is no fault.',
  signedIn: true,
  request: z.object({ listId: id, code }),
  result: lists,
  refusals: ['notFound'],
  notice: 'deleted',
})

export const orderWatchlist = put('/swx/customer/watchlist/order', {
  summary:
    'Puts a list in this order. What was added meanwhile follows at the end; what was removed meanwhile stays away.',
  signedIn: true,
  request: z.object({ listId: id, codes }),
  result: lists,
  refusals: ['notFound'],
})

export const mergeWatchlist = post('/swx/customer/watchlist/merge', {
  summary: "Joins what a visitor watched to the first list: the customer's own first, then the visitor's.",
  signedIn: true,
  request: z.object({ codes }),
  /** `left`: what was beyond a full list. `unknown`: what is no instrument here. */
  result: z.object({ lists, left: codes, unknown: codes }),
  refusals: [],
})

export const createWatchlist = post('/swx/customer/watchlist/list', {
  summary: 'Opens another list.',
  signedIn: true,
  request: z.object({ name }),
  /** `id` is the new list's. */
  result: z.object({ id, lists }),
  refusals: ['openLimitReached'],
})

export const renameWatchlist = put('/swx/customer/watchlist/list/:id', {
  summary: 'Gives a list another name.',
  signedIn: true,
  request: z.object({ id, name }),
  result: lists,
  refusals: ['notFound'],
})

export const deleteWatchlist = remove('/swx/customer/watchlist/list/:id', {
  summary: 'Deletes a list and what is in it. The first list stays.',
  signedIn: true,
  request: z.object({ id }),
  result: lists,
  refusals: ['notFound'],
  notice: 'deleted',
})
