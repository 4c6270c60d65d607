import { expect, test } from 'vitest'
import { apart, eachApart, everyStep } from './apart.ts'

const withCode = (code: string): Error => Object.assign(new Error(code), { code })
const six = [1, 2, 3, 4, 5, 6]

test.each(['23514', '57014'])('does all but the one that fails with %s, in halves and one by one', async (code) => {
  const failed: [number, unknown][] = []
  const refusal = withCode(code)
  const note = (one: number, cause: unknown): void => void failed.push([one, cause])
  const runs: number[] = []
  const done = await apart(six, {
    run: async (some) => {
      runs.push(some.length)
      if (some.includes(2)) throw refusal
      return [...some]
    },
    failed: note,
  })
  expect([done, runs]).toEqual([
    [1, 3, 4, 5, 6],
    [6, 3, 1, 2, 1, 1, 3],
  ])
  const each: number[] = []
  await eachApart(six, {
    run: async (one) => {
      if (one === 2) throw refusal
      each.push(one)
    },
    failed: note,
  })
  expect(each).toEqual([1, 3, 4, 5, 6])
  expect(failed).toEqual([
    [2, refusal],
    [2, refusal],
  ])
})

test('tries no other where the database is away', async () => {
  const failed = (): void => expect.unreachable()
  let tried = 0
  const run = async (): Promise<never> => {
    tried += 1
    throw withCode('08006')
  }
  await expect(apart(six, { run, failed })).rejects.toThrow('08006')
  await expect(eachApart(six, { run, failed })).rejects.toThrow('08006')
  expect(tried).toBe(2)
})

test('every step is taken, whatever fails of another, and the first failure is thrown at the end', async () => {
  const taken: number[] = []
  const steps = [1, 2, 3].map((step) => async () => {
    taken.push(step)
    if (step < 3) throw new Error(`step ${step}`)
  })
  await expect(everyStep(steps)).rejects.toThrow('step 1')
  expect(taken).toEqual([1, 2, 3])
})
