import { afterEach, expect } from 'vitest'
import { seenOnPages, takeViolations } from './browser.ts'

// What the pages of a failed journey had explains more than what it waited for.
afterEach(async ({ task }) => {
  const [error] = task.result?.errors ?? []
  if (error) error.stack = `${error.stack ?? error.message}\n${await seenOnPages()}`
})

// No journey may make a page do what its own policy forbids, whatever else the journey is about.
afterEach(() => expect(takeViolations()).toEqual([]))
