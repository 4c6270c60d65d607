import * as z from 'zod/mini'
import { decimalText, units } from './money.ts'
import { get, post, put } from './route.ts'
import { epochMs, id, nothing } from './shapes.ts'
import { maxOpen } from './options.ts'

/** Products that need a questionnaire and a day to think it over before the first real order. */
export const guardedProducts = ['options', 'contracts'] as const
export type GuardedProduct = (typeof guardedProducts)[number]
const product = z.enum(guardedProducts)
/** Products that need a day to think them over before the first real order or subscription. */
export const coolingProducts = [...guardedProducts, 'plans'] as const
export type CoolingProduct = (typeof coolingProducts)[number]

/** Limits in USDT over the last 24 hours, 7 days and 30 days. */
const moneyOver = ['1d', '7d', '30d'].flatMap((span) =>
  (['deposit', 'loss', 'turnover'] as const).map((what) => `${what}${span}` as `${typeof what}${'1d' | '7d' | '30d'}`),
)
const moneyLimits = [...moneyOver, 'maxBalance'] as const
/** Every limit a customer can set: money in USDT, then how many orders may be open, then minutes without a pause. */
export const limitNames = [...moneyLimits, 'maxOpen', 'sessionMinutes'] as const
export type LimitName = (typeof limitNames)[number]
/** What the value of a limit counts. */
export const limitUnitOf = (name: LimitName): 'USDT' | 'orders' | 'minutes' =>
  name === 'maxOpen' ? 'orders' : name === 'sessionMinutes' ? 'minutes' : 'USDT'

/** Bounds of what may be set. Days of a time-out, months of a self-exclusion, minutes between two reality checks. */
export const safeguardBounds = {
  money: 1_000_000_000,
  openOrders: maxOpen.orders,
  sessionMinutes: [15, 1440],
  timeoutDays: [1, 42],
  exclusionMonths: [6, 60],
  realityCheckMin: [15, 60],
} as const

const quizState = z.object({
  /** READY: questions can be answered now. WAITING: again from `nextAt` on. */
  status: z.enum(['READY', 'WAITING', 'PASSED']),
  nextAt: z.nullable(epochMs),
  attemptsLeft: z.int(),
})
export type QuizState = z.output<typeof quizState>

export const getQuiz = get('/swx/customer/user/quiz', {
  summary:
    'The questionnaire of a product: twelve questions, one a topic, in the language of the call. The same ones until they are answered.',
  signedIn: true,
  request: z.object({ product: z.optional(product) }),
  result: z.extend(quizState, {
    product,
    /** Right answers that pass. The question whether all the money can be lost has to be among them. */
    needed: z.int(),
    attempt: z.nullable(
      z.object({
        attemptId: id,
        questions: z.array(z.object({ id: z.string(), text: z.string(), answers: z.array(z.string()) })),
      }),
    ),
  }),
  refusals: ['notInYourCountry'],
})

export const answerQuiz = post('/swx/customer/user/quiz', {
  summary:
    'Answer every question of an attempt by the place of the answer, from 0. Asked again it answers what it answered first.',
  signedIn: true,
  request: z.strictObject({
    attemptId: id,
    answers: z
      .array(
        z.strictObject({ id: z.string().check(z.maxLength(40)), answer: z.int().check(z.minimum(0), z.maximum(3)) }),
      )
      .check(z.minLength(12), z.maxLength(12)),
  }),
  result: z.object({
    passed: z.boolean(),
    right: z.int(),
    of: z.int(),
    needed: z.int(),
    nextAt: z.nullable(epochMs),
    attemptsLeft: z.int(),
  }),
  refusals: ['notInYourCountry', 'notFound'],
})

const coolingOff = z.object({
  /** NONE: the warning was not shown yet. RUNNING until `until`. READY: to be confirmed. CONFIRMED. */
  status: z.enum(['NONE', 'RUNNING', 'READY', 'CONFIRMED']),
  until: z.nullable(epochMs),
})

export const acknowledgeRisk = post('/swx/customer/user/riskAck', {
  summary:
    'The personal risk warning of a product was shown: 24 hours begin. After them `confirm: true` goes on, `confirm: false` leaves.',
  signedIn: true,
  request: z.strictObject({ product: z.enum(coolingProducts), confirm: z.optional(z.boolean()) }),
  result: coolingOff,
  refusals: ['notInYourCountry', 'coolingOff'],
})

const limit = z.object({
  name: z.enum(limitNames),
  unit: z.enum(['USDT', 'orders', 'minutes']),
  /** What holds now; null where none is set. */
  value: z.nullable(decimalText),
  /** What counts against it now; null where nothing is counted. */
  used: z.nullable(decimalText),
  /** A looser value that was requested (null: none): to be confirmed from `from` on, gone after `until`. */
  wish: z.nullable(z.object({ value: z.nullable(decimalText), from: epochMs, until: epochMs })),
})
const pause = z.nullable(z.object({ kind: z.enum(['TIMEOUT', 'SELF_EXCLUSION']), until: epochMs }))
const limits = z.array(limit)

export const getLimits = get('/swx/customer/user/limits', {
  summary: "The customer's own limits on the real account, with what counts against each, and a pause that runs.",
  signedIn: true,
  request: nothing,
  result: z.object({ limits, pause }),
  refusals: [],
})

const money = z.optional(z.nullable(units(2)))
export const setLimits = put('/swx/customer/user/limits', {
  summary:
    'Set limits; null is none. Tighter holds at once; looser becomes a wish, which `confirm: true` with the same value carries out 24 hours later.',
  signedIn: true,
  request: z.strictObject({
    deposit1d: money,
    deposit7d: money,
    deposit30d: money,
    loss1d: money,
    loss7d: money,
    loss30d: money,
    turnover1d: money,
    turnover7d: money,
    turnover30d: money,
    maxBalance: money,
    maxOpen: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(safeguardBounds.openOrders)))),
    sessionMinutes: z.optional(
      z.nullable(
        z.int().check(z.minimum(safeguardBounds.sessionMinutes[0]), z.maximum(safeguardBounds.sessionMinutes[1])),
      ),
    ),
    confirm: z.optional(z.boolean()),
  }),
  // An amount that is none has one code everywhere.
  fieldRefusals: Object.fromEntries(moneyLimits.map((name) => [name, 'amountWrong' as const])),
  result: z.object({ limits, pause }),
  refusals: ['amountWrong', 'coolingOff'],
  notice: 'modified',
})

export const takeTimeout = post('/swx/customer/user/timeout', {
  summary: 'No new orders for some days, on both accounts. Ends by itself; never earlier. Withdrawals stay open.',
  signedIn: true,
  request: z.strictObject({
    days: z.int().check(z.minimum(safeguardBounds.timeoutDays[0]), z.maximum(safeguardBounds.timeoutDays[1])),
  }),
  result: z.object({ until: epochMs }),
  refusals: [],
  notice: 'modified',
})

export const excludeSelf = post('/swx/customer/user/selfExclusion', {
  summary:
    'No new orders for half a year to five years, on both accounts. Nobody can end it earlier. Withdrawals stay open.',
  signedIn: true,
  request: z.strictObject({
    months: z.int().check(z.minimum(safeguardBounds.exclusionMonths[0]), z.maximum(safeguardBounds.exclusionMonths[1])),
  }),
  result: z.object({ until: epochMs }),
  refusals: [],
  notice: 'modified',
})

const trades = z.object({
  buys: z.int(),
  sells: z.int(),
  /** Gained or lost by what settled since the last pause. */
  profitLoss: decimalText,
  openPositions: z.int(),
})
const reality = z.object({
  /** Since when, and how many whole minutes, without a pause of fifteen minutes. */
  since: epochMs,
  sinceLastPause: z.int(),
  everyMin: z.int(),
  /** The customer should be shown this now. */
  due: z.boolean(),
  real: trades,
  virtual: trades,
})

export const getRealityCheck = get('/swx/customer/user/realityCheck', {
  summary:
    'How long the customer has been here without a pause, and what came of it. Asking does not count as being here.',
  signedIn: true,
  request: nothing,
  result: reality,
  refusals: [],
})

export const seeRealityCheck = post('/swx/customer/user/realityCheck', {
  summary: 'The customer has seen it: the next is due after as many minutes as were chosen.',
  signedIn: true,
  request: nothing,
  result: reality,
  refusals: [],
})

/** What a product needs before the next real order, in the order it is checked. */
const need = z.enum(['notInYourCountry', 'excluded', 'quizNeeded', 'coolingOff'])

export const getSafeguards = get('/swx/customer/user/safeguards', {
  summary: 'All that stands between the customer and each product: country, pause, questionnaire, cooling-off, limits.',
  signedIn: true,
  request: nothing,
  result: z.object({
    country: z.string(),
    products: z.array(
      z.object({
        product,
        /** By the country matrix, on the real and the virtual account. */
        offered: z.object({ real: z.boolean(), virtual: z.boolean() }),
        quiz: quizState,
        coolingOff,
        needs: z.array(need),
      }),
    ),
    /** Smart trading plans, which need no questionnaire and exist on the real account alone. */
    plans: z.object({ offered: z.boolean(), coolingOff, needs: z.array(need) }),
    pause,
    limits,
    realityCheckMin: z.int(),
  }),
  refusals: [],
})
