import { expect, test } from 'vitest'
import { Refused } from './problem.ts'
import { enterSheet, NotProved, withProof } from './proof.ts'

const needed = () => new Refused('proofNeeded', { code: 40036, params: { accepts: ['password'] }, traceId: '' })

/** A call that wants a proof the first time, and counts how often it was made. */
function guarded(until: Promise<void> = Promise.resolve()) {
  const made = { times: 0 }
  const act = async () => {
    made.times += 1
    await until
    if (made.times === 1) throw needed()
    return 'done'
  }
  return { made, act }
}
const ticks = () => new Promise((resolve) => setTimeout(resolve))

test('what waits for a proof is not done when its screen is left, nor on the screen after it', async () => {
  const leave = enterSheet()
  const { made, act } = guarded()
  const waiting = withProof(act)
  const ended = expect(waiting).rejects.toBeInstanceOf(NotProved)
  await ticks()
  leave()
  await ended
  const leaveNext = enterSheet()
  await ticks()
  expect(made.times).toBe(1)
  leaveNext()
})

test('a response that comes after its screen was left opens no prompt', async () => {
  const leave = enterSheet()
  const response = Promise.withResolvers<void>()
  const { made, act } = guarded(response.promise)
  const waiting = withProof(act)
  leave()
  const leaveNext = enterSheet()
  response.resolve()
  await expect(waiting).rejects.toBeInstanceOf(NotProved)
  expect(made.times).toBe(1)
  leaveNext()
})

test('two calls that want a proof at once wait for one, and neither for ever', async () => {
  const leave = enterSheet()
  const both = [withProof(guarded().act), withProof(guarded().act)]
  const ended = both.map((one) => expect(one).rejects.toBeInstanceOf(NotProved))
  await ticks()
  leave()
  await Promise.all(ended)
})
