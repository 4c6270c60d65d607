import type { QuizState } from '@evenhand/protocol/safeguards.ts'
import type { AnsweredQuiz } from './eligibility.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

/** Right answers of twelve that pass; the question whether all the money can be lost has to be among them. */
export const neededRight = 10
/** Attempts in a row. After the first the next is free, then a day has to pass, after the last one a year. */
export const attemptsInRow = 6
const yearMs = 365 * dayMs

const waitAfter = (attempts: number): number => (attempts === 1 ? 0 : attempts < attemptsInRow ? dayMs : yearMs)

/** The state of a customer's questionnaire of a product, by the attempts that were answered, oldest first. */
export function quizStateOf(answered: readonly AnsweredQuiz[], params: { product: string; now: number }): QuizState {
  const mine = answered.filter(({ product }) => product === params.product)
  if (mine.some(({ passed }) => passed)) return { status: 'PASSED', nextAt: null, attemptsLeft: 0 }
  const inRow = mine.length === 0 ? 0 : ((mine.length - 1) % attemptsInRow) + 1
  const last = mine.at(-1)
  const nextAt = last === undefined ? 0 : last.at + waitAfter(inRow)
  const left = attemptsInRow - inRow
  if (params.now < nextAt) return { status: 'WAITING', nextAt, attemptsLeft: left }
  return { status: 'READY', nextAt: null, attemptsLeft: left === 0 ? attemptsInRow : left }
}
