import { langValues } from '@evenhand/protocol/languages.ts'
import { guardedProducts, type GuardedProduct } from '@evenhand/protocol/safeguards.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  answerQuiz,
  cameTo,
  safeguardsFixture,
  indexOfAnswer,
  type SafeguardsFixture,
} from '../../../test/fixtures/safeguards.ts'
import { quizTopics, readQuestions, topicOf } from './quiz-questions.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

let fixture: SafeguardsFixture
beforeAll(async () => void (fixture = await safeguardsFixture()))
afterAll(() => fixture.close())

it.each(guardedProducts)(
  'has three questions of each of twelve topics of %s in every language, no answer twice',
  (product) => {
    const bank = readQuestions()[product]
    expect(quizTopics[product]).toHaveLength(12)
    expect([...bank.keys()].toSorted()).toEqual([...langValues].toSorted())
    for (const [lang, questions] of bank) {
      expect(questions.size).toBe(36)
      for (const [id, { text, answers }] of questions) {
        expect(new Set(answers).size, `${lang} ${id}`).toBe(answers.length)
        expect(text, `${lang} ${id}`).toMatch(/[?？؟。]/)
      }
    }
    const texts = langValues.map((lang) => [...(bank.get(lang)?.values() ?? [])].map(({ text }) => text).join('\n'))
    expect(new Set(texts).size).toBe(langValues.length)
  },
)

const drawsOne = 'draws one question a topic of %s, the same until it is answered, in whatever language it is requested'
it.each(guardedProducts)(drawsOne, async (product) => {
  const amy = await fixture.customer()
  const first = await fixture.safeguards.readQuiz({ product }, amy)
  const ids = first.attempt?.questions.map(({ id }) => id) ?? []
  expect(ids.map(topicOf).toSorted()).toEqual([...quizTopics[product]].toSorted())
  for (const lang of langValues) {
    const again = await fixture.safeguards.readQuiz({ product }, { ...amy, lang })
    expect(again.attempt?.attemptId).toBe(first.attempt?.attemptId)
    // The right answer stands at the same index in each language.
    expect(again.attempt?.questions.map((shown) => indexOfAnswer(shown, true, lang))).toEqual(
      first.attempt?.questions.map((shown) => indexOfAnswer(shown, true)),
    )
  }
  const beside = await Promise.all(Array.from({ length: 10 }, () => fixture.safeguards.readQuiz({ product }, amy)))
  expect(new Set(beside.map(({ attempt }) => attempt?.attemptId)).size).toBe(1)
})

it('opens one attempt when requested many times at once', async () => {
  const amy = await fixture.customer()
  const requested = await Promise.all(Array.from({ length: 20 }, () => fixture.safeguards.readQuiz({}, amy)))
  expect(new Set(requested.map(({ attempt }) => JSON.stringify(attempt))).size).toBe(1)
})

it.each<[{ right: number; knows?: boolean; product?: GuardedProduct }, boolean]>([
  [{ right: 12 }, true],
  [{ right: 10 }, true],
  [{ right: 9 }, false],
  [{ right: 11, knows: false }, false],
  [{ right: 0 }, false],
  [{ right: 10, product: 'contracts' }, true],
  [{ right: 11, knows: false, product: 'contracts' }, false],
])('%o passes: %s', async (params, passed) => {
  const amy = await fixture.customer()
  expect(await answerQuiz(fixture, amy, params)).toMatchObject({ passed, right: params.right, of: 12, needed: 10 })
  const { product = 'options' } = params
  const status = passed ? 'PASSED' : 'READY'
  expect(await fixture.safeguards.readQuiz({ product }, amy)).toMatchObject({ product, status })
})

it('lets a customer try again at once, then after a day each, six times, then after a year', async () => {
  const amy = await fixture.customer()
  const fail = () => answerQuiz(fixture, amy, { right: 3 })
  expect(await fail()).toMatchObject({ passed: false, nextAt: null, attemptsLeft: 5 })
  for (const attemptsLeft of [4, 3, 2, 1]) {
    const nextAt = fixture.clock.now() + dayMs
    expect(await fail()).toMatchObject({ passed: false, nextAt, attemptsLeft })
    fixture.clock.advance(dayMs - 1)
    expect(await fixture.safeguards.readQuiz({}, amy)).toMatchObject({ status: 'WAITING', nextAt, attempt: null })
    fixture.clock.advance(1)
    expect(await fixture.safeguards.readQuiz({}, amy)).toMatchObject({ status: 'READY', attemptsLeft })
  }
  const nextAt = fixture.clock.now() + 365 * dayMs
  expect(await fail()).toMatchObject({ nextAt, attemptsLeft: 0 })
  fixture.clock.advance(365 * dayMs - 1)
  expect(await fixture.safeguards.readQuiz({}, amy)).toMatchObject({ status: 'WAITING', attempt: null })
  fixture.clock.advance(1)
  expect(await fixture.safeguards.readQuiz({}, amy)).toMatchObject({ status: 'READY', attemptsLeft: 6 })
  expect(await answerQuiz(fixture, amy, { right: 12 })).toMatchObject({ passed: true })
})

it('counts attempts and waits of each product by themselves', async () => {
  const amy = await fixture.customer()
  const options = () => fixture.safeguards.readQuiz({ product: 'options' }, amy)
  const contracts = () => fixture.safeguards.readQuiz({ product: 'contracts' }, amy)
  const [open, beside] = [await options(), await contracts()]
  expect(beside.attempt?.attemptId).not.toBe(open.attempt?.attemptId)
  await answerQuiz(fixture, amy, { right: 0 })
  await answerQuiz(fixture, amy, { right: 0 })
  expect(await options()).toMatchObject({ status: 'WAITING', attemptsLeft: 4 })
  expect(await contracts()).toMatchObject({ status: 'READY', attemptsLeft: 6, attempt: beside.attempt })
  await answerQuiz(fixture, amy, { right: 12, product: 'contracts' })
  expect(await contracts()).toMatchObject({ status: 'PASSED' })
  expect(await options()).toMatchObject({ status: 'WAITING', attemptsLeft: 4 })
})

it('shows none of the questions of the attempt before', async () => {
  const amy = await fixture.customer()
  const first = await fixture.safeguards.readQuiz({}, amy)
  await answerQuiz(fixture, amy, { right: 0 })
  const second = await fixture.safeguards.readQuiz({}, amy)
  const seen = new Set(first.attempt?.questions.map(({ id }) => id))
  expect(second.attempt?.questions.filter(({ id }) => seen.has(id))).toEqual([])
})

it('counts an attempt once: of many guesses at one moment the first', async () => {
  const amy = await fixture.customer()
  const { attempt } = await fixture.safeguards.readQuiz({}, amy)
  const guess = (right: boolean) =>
    fixture.safeguards.markQuiz(
      {
        attemptId: attempt?.attemptId ?? '',
        answers: (attempt?.questions ?? []).map((shown) => ({ id: shown.id, answer: indexOfAnswer(shown, right) })),
      },
      amy,
    )
  const outcomes = await Promise.all([false, true, true, true].map(guess))
  expect(new Set(outcomes.map((one) => JSON.stringify(one))).size).toBe(1)
  expect(JSON.stringify(await guess(true))).toBe(JSON.stringify(outcomes[0]))
})

it('gives no attempt to a customer who fails one at the same moment', async () => {
  for (let round = 0; round < 10; round++) {
    const amy = await fixture.customer()
    await answerQuiz(fixture, amy, { right: 0 })
    const reads = () => Array.from({ length: 5 }, () => fixture.safeguards.readQuiz({}, amy))
    await Promise.all([...reads(), answerQuiz(fixture, amy, { right: 0 }), ...reads()])
    expect(await fixture.safeguards.readQuiz({}, amy)).toMatchObject({ status: 'WAITING', attempt: null })
  }
})

it("refuses another customer's attempt with 40039, and never reports which answers were right", async () => {
  const [amy, ben] = [await fixture.customer(), await fixture.customer()]
  const { attempt } = await fixture.safeguards.readQuiz({}, amy)
  const answers = (attempt?.questions ?? []).map(({ id }) => ({ id, answer: 0 }))
  const requested = { attemptId: attempt?.attemptId ?? '', answers }
  expect(await cameTo(() => fixture.safeguards.markQuiz(requested, ben))).toEqual({ code: 40039 })
  const id = answers[0]?.id ?? ''
  const twice = { ...requested, answers: answers.map(({ answer }) => ({ id, answer })) }
  expect(await cameTo(() => fixture.safeguards.markQuiz(twice, amy))).toMatchObject({ code: 40020 })
  const outcome = await fixture.safeguards.markQuiz(requested, amy)
  expect(Object.keys(outcome).toSorted()).toEqual(['attemptsLeft', 'needed', 'nextAt', 'of', 'passed', 'right'])
  expect(new Set(attempt?.questions.flatMap((shown) => Object.keys(shown)))).toEqual(new Set(['id', 'text', 'answers']))
})

it.each([
  ['options', 'GB'],
  ['options', 'DE'],
  ['options', 'AU'],
  ['contracts', 'US'],
] as const)('of %s is not there in %s, where the product is not offered', async (product, country) => {
  const amy = await fixture.customer({ country })
  const refused = { code: 40001, product, country }
  expect(await cameTo(() => fixture.safeguards.readQuiz({ product }, amy))).toEqual(refused)
  expect(await cameTo(() => fixture.safeguards.acknowledge({ product }, amy))).toEqual(refused)
})

it.each(['GB', 'DE', 'AU'])('of contracts can be passed in %s, where options are not offered', async (country) => {
  const amy = await fixture.customer({ country })
  expect(await answerQuiz(fixture, amy, { right: 12, product: 'contracts' })).toMatchObject({ passed: true })
  expect(await fixture.safeguards.readAll({}, amy)).toMatchObject({
    products: [
      {
        product: 'options',
        offered: { real: false, virtual: false },
        needs: expect.arrayContaining(['notInYourCountry']),
      },
      { product: 'contracts', offered: { real: true, virtual: true }, needs: ['coolingOff'] },
    ],
  })
})
