import type { ChatMessage } from '@evenhand/protocol/chat.ts'
import { expect, test } from 'vitest'
import { lastSeq, merged, stillPending, type Pending } from './chat-log.ts'

const message = (seq: number, clientId: string | null = null): ChatMessage => ({
  seq,
  author: clientId === null ? 'AGENT' : 'CUSTOMER',
  at: 1000 * seq,
  text: `text ${seq}`,
  event: null,
  params: {},
  files: [],
  documents: [],
  clientId,
})
const messages = (...seqs: number[]) => seqs.map((seq) => message(seq))
const seqs = (all: readonly ChatMessage[]) => all.map(({ seq }) => seq)

test('what comes twice or out of order is shown once and in order', () => {
  expect(seqs(merged(messages(1, 2), messages(4, 3, 2)))).toEqual([1, 2, 3, 4])
  expect(seqs(merged([], messages(6, 5)))).toEqual([5, 6])
})

test('what comes after a gap waits for what is missing', () => {
  const gap = merged(messages(1, 2), messages(5, 6))
  expect(seqs(gap)).toEqual([1, 2])
  expect(lastSeq(gap)).toBe(2)
  expect(seqs(merged(gap, messages(3, 4, 5, 6)))).toEqual([1, 2, 3, 4, 5, 6])
})

test('older messages join at the front', () => {
  expect(seqs(merged(messages(101, 102), messages(99, 100)))).toEqual([99, 100, 101, 102])
  expect(seqs(merged(messages(101, 102), messages(50)))).toEqual([101, 102])
})

test('nothing new is the same list, so that nothing is drawn again', () => {
  const before = messages(1, 2)
  expect(merged(before, [])).toBe(before)
  expect(merged(before, [before[1] as ChatMessage])).toBe(before)
  expect(lastSeq([])).toBe(0)
})

test('what was written waits until it is seen among the messages by its client id', () => {
  const pending: Pending[] = ['aaaaaaaa', 'bbbbbbbb'].map((clientId) => ({
    clientId,
    text: 'x',
    files: [],
    state: 'waiting',
  }))
  expect(stillPending(pending, messages(1, 2))).toBe(pending)
  expect(stillPending(pending, [message(1, 'aaaaaaaa')]).map(({ clientId }) => clientId)).toEqual(['bbbbbbbb'])
})
